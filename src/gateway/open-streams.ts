import { problem } from "../domain/errors"
import { policyOf } from "./admission"
import { type Call, callerOf } from "./call"

/** The seconds after which a client may retry, when one of its streams may have ended. */
const RETRY_AFTER = 10

/** The number of open streams per client in this process, whose memory they use. */
const open = new Map<string, number>()

/**
 * Counts a stream of the client until the connection ends. Throws `rate_limited` when the client has as many open
 * streams as the store's option `streams_per_client` allows.
 */
export function countStream(call: Call): void {
  const { client_id } = callerOf(call)
  const limit = policyOf(call).options.streams_per_client
  const others = open.get(client_id) ?? 0
  if (others >= limit) {
    const message = `This client has ${others} open streams, which is the maximum. Close one, or poll with tasks/get.`
    throw problem("rate_limited", { window: "open_streams", limit, retry_after: RETRY_AFTER }, message)
  }
  if (call.signal.aborted) return
  open.set(client_id, others + 1)
  call.signal.addEventListener("abort", () => uncount(client_id), { once: true })
}

function uncount(client_id: string): void {
  const left = (open.get(client_id) ?? 1) - 1
  if (left) open.set(client_id, left)
  else open.delete(client_id)
}
