import { Readable } from "node:stream"
import { createGzip } from "node:zlib"
import type { Call } from "./call"
import { type RawReply, reply } from "./reply"

/** Whether the client accepts gzip. */
export const acceptsGzip = (headers: Call["headers"]): boolean =>
  String(headers["accept-encoding"] ?? "")
    .toLowerCase()
    .includes("gzip")

/**
 * The same pages with the first one already read, so that a failure up to that point can still set the response
 * status.
 */
export async function begun<Page>(pages: AsyncGenerator<Page, void>): Promise<AsyncIterable<Page>> {
  const { done, value } = await pages.next()
  return (async function* () {
    if (!done) yield value
    yield* pages
  })()
}

/** A response with a long text, which is sent while it is read, and compressed on request. */
export function streamed(
  pages: AsyncIterable<string>,
  headers: Record<string, string>,
  is_gzip: boolean
): RawReply {
  if (!is_gzip) return reply(200, headers, pages)
  const source = Readable.from(pages)
  const gzip = createGzip()
  source.on("error", (error) => gzip.destroy(error))
  gzip.on("close", () => source.destroy())
  return reply(200, headers, source.pipe(gzip))
}
