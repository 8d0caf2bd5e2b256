import type { IncomingMessage } from "node:http"

/** The largest request body any surface reads, in bytes. */
export const BODY_LIMIT = 256 * 1024

/**
 * The raw body, or null when it is larger than the cap. What is over the cap is thrown away as it arrives, so that
 * the caller can still be told why. A body in a Content-Encoding is not read: what we verify is what was sent.
 */
export async function readBody(req: IncomingMessage, limit = BODY_LIMIT): Promise<Buffer | null> {
  if (req.method === "GET" || req.method === "HEAD") return Buffer.alloc(0)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else if (size > 16 * limit) break
  }
  return size <= limit ? Buffer.concat(chunks) : null
}
