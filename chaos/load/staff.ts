import { setTimeout as sleep } from "node:timers/promises"
import { act } from "../../integration-tests/support/staff"
import type { RequestedMovement } from "../audit/books"
import type { Life, Opened } from "./life"

const GIVES_UP_AFTER_MS = 45_000
const POLL_INTERVAL_MS = 1500

type Outcome = "done" | "refused" | "open"

/**
 * Captures or refunds with the plugin's admin pages, and records the request. All attempts have the same idempotency key.
 * Amount in minor units.
 */
export async function moveByStaff(
  life: Life,
  opened: Opened,
  { kind, amount }: Pick<RequestedMovement, "kind" | "amount">
): Promise<void> {
  const { payment_id } = opened
  const outcome = await sendUntilClear(life, opened, kind, { amount })
  if (outcome !== "refused") life.diary.requested.push({ payment_id, kind, amount, outcome })
  life.diary.count(`${kind} by staff ${outcome}`)
}

/** Voids an authorization with the plugin's admin pages. The order remains active: it may be paid in another way. */
export async function voidByStaff(life: Life, opened: Opened): Promise<void> {
  life.diary.voided.push(opened.payment_id)
  const outcome = await sendUntilClear(life, opened, "void", {})
  life.diary.count(`void by staff ${outcome}`)
}

/** Sends a request with one key until the response is clear. `202`: the result at the bank is not known yet. */
async function sendUntilClear(
  { random, reference }: Life,
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
