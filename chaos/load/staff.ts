import { setTimeout as sleep } from "node:timers/promises"
import { act } from "../../integration-tests/support/staff"
import type { Asked } from "../audit/books"
import type { Life, Opened } from "./life"

const GIVES_UP_AFTER_MS = 45_000
const LOOK_AGAIN_MS = 1500

type Outcome = "done" | "refused" | "open"

/**
 * Captures or refunds by the plugin's own pages in the admin, and writes down what was asked: with one key, so that the
 * request may be sent again. Amount in minor units.
 */
export async function moveByStaff(
  life: Life,
  opened: Opened,
  { kind, amount }: Pick<Asked, "kind" | "amount">
): Promise<void> {
  const { payment_id } = opened
  const outcome = await insist(life, opened, kind, { amount })
  if (outcome !== "refused") life.diary.asked.push({ payment_id, kind, amount, outcome })
  life.diary.count(`${kind} by staff ${outcome}`)
}

/** Voids an authorization there. The order stands: the merchant has other ways to be paid. */
export async function voidByStaff(life: Life, opened: Opened): Promise<void> {
  life.diary.voided.push(opened.payment_id)
  const outcome = await insist(life, opened, "void", {})
  life.diary.count(`void by staff ${outcome}`)
}

/** Asks with one key until there is a clear answer. A `202` says that the bank has not given one yet. */
async function insist(
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
    await sleep(LOOK_AGAIN_MS)
  }
}
