import { problem } from "../domain/errors"
import { policyOf } from "./admission"
import { type Call, callerOf } from "./call"

/** In how many seconds a client may look whether one of its streams has ended. */
const RETRY_AFTER = 10

/** How many streams each client has open in this process, whose memory they take. */
const open = new Map<string, number>()

/**
 * Counts a stream among its client's for as long as the caller stays. Throws `rate_limited` for one more than the
 * store's option `streams_per_client`.
 */
export function countStream(call: Call): void {
  const { client_id } = callerOf(call)
  const limit = policyOf(call).options.streams_per_client
  const others = open.get(client_id) ?? 0
  if (others >= limit) {
    const message = `This client has ${others} streams open, and may have no more; end one, or use tasks/get.`
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
