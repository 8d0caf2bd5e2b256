import { type Dispatcher, request } from "undici"
import { refusalOf } from "./allowed-url"
import { dispatcherFor, dispatchersBy } from "./dispatcher"
import { failureReason } from "./failure-reason"
import type { Lookup } from "./lookup"

/** The result of a message to a client's URL. */
export type Receipt =
  | { readonly ok: true; readonly status: number; readonly response: string }
  | {
      readonly ok: false
      readonly status?: number
      /** The beginning of the response body; absent without a response. */
      readonly response?: string
      readonly error: string
      readonly retry_after_seconds?: number
    }

/** A message as it is sent. */
export interface OutboundMessage {
  readonly url: string
  /** POST when omitted. */
  readonly method?: "POST" | "PATCH"
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Posts a message. With `private_networks`, for development, also to private addresses. */
export type Post = (message: OutboundMessage, private_networks: boolean) => Promise<Receipt>

const READ_BYTES = 64 * 1024

/** The most characters of a response that are returned; a character has at most four bytes. */
const SHOWN_CHARACTERS = 1000
const SHOWN_BYTES = SHOWN_CHARACTERS * 4

/** Creates a `Post` with another DNS lookup or response timeout. */
export function poster({ lookup, answer_ms = 15_000 }: { lookup?: Lookup; answer_ms?: number } = {}): Post {
  const dispatcher = lookup ? dispatchersBy(lookup) : dispatcherFor
  return async (message, private_networks) => {
    const refusal = refusalOf(message.url, private_networks)
    if (refusal) return { ok: false, error: `the address ${refusal}` }
    const signal = AbortSignal.timeout(answer_ms)
    try {
      return await send(message, dispatcher(private_networks), signal)
    } catch (error) {
      return { ok: false, error: failureReason(error) }
    }
  }
}

/**
 * Posts a message to a client's URL: never to a private network, unless `private_networks` allows it for development;
 * without following redirects, within 15 seconds. Reads at most 64 kB of the response and returns its first 1000
 * characters. Never throws; only a status from 200 to 299 is `ok`.
 */
export const post = poster()

async function send(message: OutboundMessage, dispatcher: Dispatcher, signal: AbortSignal): Promise<Receipt> {
  const { url, method = "POST", headers, body } = message
  const answer = await request(url, { method, headers, body, dispatcher, signal })
  const isLong = Number(answer.headers["content-length"]) > READ_BYTES
  const response = await beginningOf(answer.body, isLong ? SHOWN_BYTES : READ_BYTES)
  const { statusCode: status } = answer
  if (status >= 200 && status < 300) return { ok: true, status, response }
  const error = status >= 300 && status < 400 ? "redirect_not_followed" : `answered ${status}`
  return { ok: false, status, response, error, ...pauseIn(answer.headers["retry-after"]) }
}

/** Reads a response to its end, so that its connection can be reused, unless it is longer than `limit` bytes. */
async function beginningOf(body: AsyncIterable<Buffer>, limit: number): Promise<string> {
  const first: Buffer[] = []
  let read = 0
  for await (const chunk of body) {
    if (read < SHOWN_BYTES) first.push(chunk)
    read += chunk.length
    if (read > limit) break
  }
  const text = Buffer.concat(first).subarray(0, SHOWN_BYTES).toString("utf8")
  // PostgreSQL cannot store U+0000 in text.
  return Array.from(text.replaceAll("\0", "\ufffd")).slice(0, SHOWN_CHARACTERS).join("")
}

/** The pause that the receiver requests by Retry-After (RFC 9110 §10.2.3). */
function pauseIn(header: string | string[] | undefined): { retry_after_seconds?: number } {
  const text = String(header ?? "")
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return seconds > 0 ? { retry_after_seconds: seconds } : {}
}
