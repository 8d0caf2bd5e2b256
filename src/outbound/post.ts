import { type Dispatcher, request } from "undici"
import { refusalOf } from "./allowed-url"
import { dispatcherFor, dispatchersBy } from "./dispatcher"
import type { Lookup } from "./lookup"

/** What came of a message to an address others have named. */
export type Receipt =
  | { readonly ok: true; readonly status: number; readonly response: string }
  | {
      readonly ok: false
      readonly status?: number
      /** How the answer begins; absent when there was none. */
      readonly response?: string
      readonly error: string
      readonly retry_after_seconds?: number
    }

/** A message as it goes over the wire. */
export interface OutboundMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Posts a message; where `private_networks` are allowed, for development, to addresses of one's own, too. */
export type Post = (message: OutboundMessage, private_networks: boolean) => Promise<Receipt>

const READ_BYTES = 64 * 1024

/** So much of an answer is told; a character of it has four bytes at most. */
const TOLD_CHARACTERS = 1000
const TOLD_BYTES = TOLD_CHARACTERS * 4

/** How it posts: whom it asks where names lead, and how long it waits for an answer. */
export function poster({ lookup, answer_ms = 15_000 }: { lookup?: Lookup; answer_ms?: number } = {}): Post {
  const dispatcher = lookup ? dispatchersBy(lookup) : dispatcherFor
  return async (message, private_networks) => {
    const refusal = refusalOf(message.url, private_networks)
    if (refusal) return { ok: false, error: `the address ${refusal}` }
    const signal = AbortSignal.timeout(answer_ms)
    try {
      return await send(message, dispatcher(private_networks), signal)
    } catch (error) {
      return { ok: false, error: (error as Error).message || String(error) }
    }
  }
}

/**
 * Posts a message to an address a client has named: never to a private network, unless `private_networks` allows it for
 * development; without following redirects, within 15 seconds, and reading no more than 64 kB of the answer, whose first
 * 1000 characters are told. Never throws: only an answer from 200 to 299 is `ok`.
 */
export const post = poster()

async function send(message: OutboundMessage, dispatcher: Dispatcher, signal: AbortSignal): Promise<Receipt> {
  const { url, headers, body } = message
  const answer = await request(url, { method: "POST", headers, body, dispatcher, signal })
  const isLong = Number(answer.headers["content-length"]) > READ_BYTES
  const response = await beginningOf(answer.body, isLong ? TOLD_BYTES : READ_BYTES)
  const { statusCode: status } = answer
  if (status >= 200 && status < 300) return { ok: true, status, response }
  const error = status >= 300 && status < 400 ? "redirect_not_followed" : `answered ${status}`
  return { ok: false, status, response, error, ...pauseIn(answer.headers["retry-after"]) }
}

/** Reads an answer to its end, so that its connection can be used again, unless that is more than so many bytes away. */
async function beginningOf(body: AsyncIterable<Buffer>, limit: number): Promise<string> {
  const first: Buffer[] = []
  let read = 0
  for await (const chunk of body) {
    if (read < TOLD_BYTES) first.push(chunk)
    read += chunk.length
    if (read > limit) break
  }
  const text = Buffer.concat(first).subarray(0, TOLD_BYTES).toString("utf8")
  // No database keeps U+0000 in a text.
  return Array.from(text.replaceAll("\0", "\ufffd")).slice(0, TOLD_CHARACTERS).join("")
}

/** What the receiver asks for (RFC 9110 section 10.2.3). */
function pauseIn(header: string | string[] | undefined): { retry_after_seconds?: number } {
  const text = String(header ?? "")
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return seconds > 0 ? { retry_after_seconds: seconds } : {}
}
