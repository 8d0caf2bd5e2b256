import { request } from "undici"
import { refusalOf } from "./allowed-url"
import { dispatcherFor } from "./dispatcher"

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

const ANSWER_MS = 15_000
const READ_BYTES = 64 * 1024

/**
 * Posts a message to an address a client has named: never to a private network, unless `private_networks` allows it for
 * development; without following redirects, within 15 seconds, and reading no more than 64 kB of the answer. Never
 * throws: only an answer from 200 to 299 is `ok`.
 */
export async function post(message: OutboundMessage, private_networks: boolean): Promise<Receipt> {
  const refusal = refusalOf(message.url, private_networks)
  if (refusal) return { ok: false, error: `the address ${refusal}` }
  const { url, headers, body } = message
  const dispatcher = dispatcherFor(private_networks)
  const signal = AbortSignal.timeout(ANSWER_MS)
  try {
    const answer = await request(url, { method: "POST", headers, body, dispatcher, signal })
    await answer.body.dump({ limit: READ_BYTES, signal })
    const { statusCode: status } = answer
    if (status >= 200 && status < 300) return { ok: true, status }
    const error = status >= 300 && status < 400 ? "redirect_not_followed" : `answered ${status}`
    return { ok: false, status, error, ...pauseIn(answer.headers["retry-after"]) }
  } catch (error) {
    return { ok: false, error: (error as Error).message || String(error) }
  }
}

/** What the receiver asks for (RFC 9110 section 10.2.3). */
function pauseIn(header: string | string[] | undefined): { retry_after_seconds?: number } {
  const text = String(header ?? "")
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return seconds > 0 ? { retry_after_seconds: seconds } : {}
}
