import type { ServerResponse } from "node:http"
import type { Reply } from "../gateway/reply"
import { shutdown } from "./shutdown"

const STALLED_MS = 60_000

/**
 * Writes a response. A stream ends when its source ends or the client disconnects, and does not start for a HEAD
 * request. Each piece is written only when there is room for it in the buffer.
 */
export async function send(res: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  res.statusCode = status
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (typeof body !== "object") return void res.end(body)
  if (res.req.method === "HEAD") return void res.end()
  res.flushHeaders()
  for await (const piece of body) {
    if (res.destroyed) break
    if (!res.write(piece)) await drained(res)
  }
  // When many streams end at once, all of them write their last piece before the first one is closed.
  await new Promise(setImmediate)
  res.end()
}

/**
 * Waits until the client has read enough. A client that reads nothing for a minute, or while the store stops, is
 * disconnected.
 */
function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const cut = () => void res.destroy()
    const timer = setTimeout(cut, STALLED_MS)
    const done = () => {
      clearTimeout(timer)
      shutdown.removeEventListener("abort", cut)
      res.off("drain", done).off("close", done)
      resolve()
    }
    res.on("drain", done).on("close", done)
    shutdown.addEventListener("abort", cut)
    if (shutdown.aborted) cut()
  })
}
