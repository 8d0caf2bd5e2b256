import type { IncomingMessage } from "node:http"

/** The largest request body that a surface reads, in bytes. */
export const BODY_LIMIT = 256 * 1024

/** The client closed the connection before its request was complete. It receives no response. */
export class BodyAborted extends Error {
  constructor() {
    super("the client closed the connection before its request was complete")
    this.name = "BodyAborted"
  }
}

/**
 * The raw body; null when it exceeds the limit. The excess is discarded as it arrives, so that the client can still
 * receive the error response. Content encodings are not decoded: signatures are verified over the bytes that were sent.
 * Throws BodyAborted instead of returning a part of a body.
 */
export async function readBody(req: IncomingMessage, limit = BODY_LIMIT): Promise<Buffer | null> {
  if (req.method === "GET" || req.method === "HEAD" || req.readableEnded) return Buffer.alloc(0)
  if (req.destroyed) throw new BodyAborted()
  // Uses events, because an async iterator costs more than the rest of reading a small body.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (size > 16 * limit) req.destroy()
    })
    const abort = () => reject(new BodyAborted())
    req.on("end", () => resolve(size <= limit ? Buffer.concat(chunks) : null))
    req.on("close", () => (size > limit ? resolve(null) : abort())).on("error", abort)
  })
}
