import type { IncomingHttpHeaders } from "node:http"
import { request } from "undici"
import { refusalOf } from "./allowed-url"
import { dispatcherFor } from "./dispatcher"

/** A document from a client's URL, or why there is none. The error reveals nothing about the store's network. */
export type Fetched =
  | { readonly ok: true; readonly headers: IncomingHttpHeaders; readonly body: string }
  | { readonly ok: false; readonly error: string }

const ANSWER_MS = 5_000
const READ_BYTES = 256 * 1024

/**
 * Fetches a JSON document from a client's URL: never from a private network, unless `private_networks` allows it for
 * development; without following redirects, within five seconds, and at most 256 KiB. Never throws.
 */
export async function get(url: string, private_networks: boolean): Promise<Fetched> {
  const refusal = refusalOf(url, private_networks)
  if (refusal) return { ok: false, error: `the address ${refusal}` }
  const options = { dispatcher: dispatcherFor(private_networks), signal: AbortSignal.timeout(ANSWER_MS) }
  try {
    const answer = await request(url, { ...options, headers: { accept: "application/json" } })
    const { statusCode: status, headers } = answer
    const body = await textIn(answer.body)
    if (status >= 300 && status < 400) return { ok: false, error: "redirect_not_followed" }
    if (status !== 200) return { ok: false, error: `answered ${status}` }
    return body === undefined ? { ok: false, error: "too_large" } : { ok: true, headers, body }
  } catch {
    return { ok: false, error: "no_answer" }
  }
}

/** The text of a body; undefined as soon as it exceeds the size limit. */
async function textIn(body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > READ_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}
