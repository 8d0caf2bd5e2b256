import { setTimeout as sleep } from "node:timers/promises"
import { act } from "../../integration-tests/support/staff"
import type { RequestedMovement } from "../audit/books"
import type { Purchase, Opened } from "./purchase"

const GIVES_UP_AFTER_MS = 45_000
const POLL_INTERVAL_MS = 1500

type Outcome = "done" | "refused" | "open"

/**
 * Captures or refunds with the plugin's admin pages, and records the request. All attempts have the same idempotency key.
 * Amount in minor units.
 */
export async function moveByStaff(
  purchase: Purchase,
  opened: Opened,
  { kind, amount }: Pick<RequestedMovement, "kind" | "amount">
): Promise<void> {
  const { payment_id } = opened
  const outcome = await sendUntilClear(purchase, opened, kind, { amount })
  if (outcome !== "refused") purchase.runLog.requested.push({ payment_id, kind, amount, outcome })
  purchase.runLog.count(`${kind} by staff ${outcome}`)
}

/** Voids an authorization with the plugin's admin pages. The order remains active: it may be paid in another way. */
export async function voidByStaff(purchase: Purchase, opened: Opened): Promise<void> {
  purchase.runLog.voided.push(opened.payment_id)
  const outcome = await sendUntilClear(purchase, opened, "void", {})
  purchase.runLog.count(`void by staff ${outcome}`)
}

/** Sends a request with one key until the response is clear. `202`: the result at the bank is not known yet. */
async function sendUntilClear(
  { random, reference }: Purchase,
  { payment_id }: Opened,
  what: "capture" | "refund" | "void",
  body: object
): Promise<Outcome> {
  const key = `${reference}-staff-${what}-${random.whole(1, 1e9)}`
  const deadline = Date.now() + GIVES_UP_AFTER_MS
  for (;;) {
    const status = await act(payment_id, what, body, key).then(
      (answer) => answer.status,
      () => 0
    )
    if (status === 200) return "done"
    if (status === 202) return "open"
    if (status >= 400 && status < 500 && status !== 409 && status !== 429) return "refused"
    if (Date.now() > deadline) return "open"
    await sleep(POLL_INTERVAL_MS)
  }
}
