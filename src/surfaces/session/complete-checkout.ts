import type { Wishes } from "../../modules/agent/models/session"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/sessions"
import { settleAndWait, settleOrLeave } from "../../workflows/payment/settle-payment"
import { checkoutStatus, isUnderWay } from "../../workflows/session/standing"
import type { Call } from "../call"
import type { Means } from "./kept-cards"
import { outcomeOf, type Paid, pay } from "./pay-checkout"
import { refuseEnded } from "./refuse-ended"
import { holding, sessionOf } from "./sessions"

/** A call that completes a checkout. */
export interface Completing {
  readonly id: string
  /** The id of the payment: the same when a crashed request is sent again. */
  readonly payment_id: string
  /** How it is to be paid; null where nothing is, and nobody has said it. Throws when that has to be said. */
  meansFor(session: SessionNow): Means | null
  /** What came with the call changes the wishes. */
  change(wishes: Wishes): Wishes
  /** What has to be done before a payment is begun. */
  prepare?(): Promise<void>
}

/**
 * Places the order of the caller's checkout, unpaid, and starts the payment; where nothing is to be paid, the order is all.
 * While one is under way, asking again begins no other; nothing is begun either as long as something is missing. Throws
 * `not_found`, and `invalid_state` for a checkout that has ended.
 */
export function completeCheckout(completing: Completing, call: Call): Promise<Paid> {
  const { id, payment_id, change, prepare } = completing
  return holding("checkout", id, call, async (held) => {
    const session = await finished(held, call)
    if (await isBegun(session, payment_id, call)) return outcomeOf(session)
    const status = checkoutStatus(session)
    refuseEnded(id, status)
    if (isUnderWay(status)) return { session, obstacle: "under_way" }
    const means = completing.meansFor(session)
    if (status !== "ready_for_complete") return { session, obstacle: "incomplete" }
    await prepare?.()
    // The order of an attempt that came to nothing gives its stock back before another one reserves it.
    if (session.attempt) await settleAndWait(call.container, session.attempt.id)
    return pay({ told: session, wishes: change(session.wishes), means }, payment_id, call)
  })
}

/** An order that costs nothing waits for nobody: what a crash has left of it is finished by whoever comes next. */
async function finished(session: SessionNow, call: Call): Promise<SessionNow> {
  const { attempt } = session
  if (attempt?.status !== "nothing_due" || attempt.is_announced) return session
  await settleOrLeave(call.container, attempt.id)
  return sessionOf("checkout", session.id, call)
}

/** Whether this very request was here before, and a crash has kept its answer back: it never pays twice. */
async function isBegun({ payment_id: newest }: SessionNow, id: string, call: Call): Promise<boolean> {
  if (!newest) return false
  return Boolean(await call.container.resolve<BankService>(BANK_MODULE).payments.find({ id }))
}
