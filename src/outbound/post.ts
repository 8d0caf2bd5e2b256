import { type Dispatcher, request } from "undici"
import { refusalOf } from "./allowed-url"
import { dispatcherFor, dispatchersBy } from "./dispatcher"
import type { Lookup } from "./lookup"

/** What came of a message to an address others have named. */
export type Receipt =
  | { readonly ok: true; readonly status: number }
  | {
      readonly ok: false
      readonly status?: number
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
 * development; without following redirects, within 15 seconds, and reading no more than 64 kB of the answer. Never
 * throws: only an answer from 200 to 299 is `ok`.
 */
export const post = poster()

async function send(message: OutboundMessage, dispatcher: Dispatcher, signal: AbortSignal): Promise<Receipt> {
  const { url, headers, body } = message
  const answer = await request(url, { method: "POST", headers, body, dispatcher, signal })
  await answer.body.dump({ limit: READ_BYTES, signal })
  const { statusCode: status } = answer
  if (status >= 200 && status < 300) return { ok: true, status }
  const error = status >= 300 && status < 400 ? "redirect_not_followed" : `answered ${status}`
  return { ok: false, status, error, ...pauseIn(answer.headers["retry-after"]) }
}

/** What the receiver asks for (RFC 9110 section 10.2.3). */
function pauseIn(header: string | string[] | undefined): { retry_after_seconds?: number } {
  const text = String(header ?? "")
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return seconds > 0 ? { retry_after_seconds: seconds } : {}
}
