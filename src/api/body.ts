import type { IncomingMessage } from "node:http"

/** The largest request body that a surface reads, in bytes. */
export const BODY_LIMIT = 256 * 1024

/**
 * The raw body; null when it exceeds the limit. The excess is discarded as it arrives, so that the client can still
 * receive the error response. Content encodings are not decoded: signatures are verified over the bytes that were sent.
 */
export async function readBody(req: IncomingMessage, limit = BODY_LIMIT): Promise<Buffer | null> {
  const none = req.method === "GET" || req.method === "HEAD" || req.readableEnded || req.destroyed
  if (none) return Buffer.alloc(0)
  // Uses events, because an async iterator costs more than the rest of reading a small body.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (size > 16 * limit) req.destroy()
    })
    const done = () => resolve(size <= limit ? Buffer.concat(chunks) : null)
    req.on("end", done).on("close", done).on("error", reject)
  })
}
