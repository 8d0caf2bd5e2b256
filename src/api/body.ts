import type { IncomingMessage } from "node:http"

/** The largest request body any surface reads, in bytes. */
export const BODY_LIMIT = 256 * 1024

/**
 * The raw body, or null when it is larger than the cap. What is over the cap is thrown away as it arrives, so that
 * the caller can still be told why. A body in a Content-Encoding is not read: what we verify is what was sent.
 */
export async function readBody(req: IncomingMessage, limit = BODY_LIMIT): Promise<Buffer | null> {
  const none = req.method === "GET" || req.method === "HEAD" || req.readableEnded || req.destroyed
  if (none) return Buffer.alloc(0)
  // Events, because an async iterator costs more than all the rest of reading a small body.
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
