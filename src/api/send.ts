import type { ServerResponse } from "node:http"
import type { Reply } from "../surfaces/reply"
import { shutdown } from "./shutdown"

const STALLED_MS = 60_000

/**
 * Writes a reply. A stream ends when its source does or when the caller goes away, whichever is first, and begins only
 * for who wants its body. Each piece waits until the one before it has found room.
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
  // Of many streams that end at once, all tell their last before the first is taken down.
  await new Promise(setImmediate)
  res.end()
}

/** Waits until there is room. Who makes none for a minute, or while the store stops, is cut off. */
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
