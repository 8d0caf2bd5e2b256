import type { ServerResponse } from "node:http"
import type { Reply } from "../surfaces/reply"

/** Writes a reply. A stream ends when its source does or when the caller goes away, whichever is first. */
export async function send(res: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  res.statusCode = status
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (typeof body !== "object") return void res.end(body)
  res.flushHeaders()
  for await (const piece of body) {
    if (res.destroyed) break
    if (!res.write(piece)) await drained(res)
  }
  res.end()
}

function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off("drain", done)
      res.off("close", done)
      resolve()
    }
    res.on("drain", done)
    res.on("close", done)
  })
}
