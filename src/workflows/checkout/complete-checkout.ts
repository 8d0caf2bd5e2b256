import type { RequestedCheckout } from "../../modules/agent/models/session"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/checkout/sessions"
import { settleAndWait, settleOrLeave } from "../settlement/settle-payment"
import { checkoutStatus, isPaymentInProgress } from "./checkout-status"
import type { SessionCaller } from "./session-caller"
import type { PaymentMethod } from "./saved-cards"
import { outcomeOf, type Paid, pay } from "./pay-checkout"
import { refuseEnded } from "./refuse-ended"
import { withSessionLock, sessionOf } from "./owned-sessions"

/** A request to complete a checkout. */
export interface Completing {
  readonly id: string
  /** The payment's id. Stays the same when the request is repeated after a crash. */
  readonly payment_id: string
  /** The payment method; null when the checkout is free and none is given. Throws when it is required. */
  paymentMethodFor(session: SessionNow): PaymentMethod | null
  /** Applies the changes that the request contains to the requested checkout. */
  change(requested: RequestedCheckout): RequestedCheckout
  /** Work to do before a payment is created. */
  prepare?(): Promise<void>
}

/**
 * Places the unpaid order of the caller's checkout and starts the payment; a free checkout only needs the order. Starts
 * no payment while one is in progress or a requirement is missing, nor, before a repeated request confirms it, for an
 * equal purchase moments after another one. Throws `not_found`, and `invalid_state` for a
 * checkout that has ended.
 */
export function completeCheckout(completing: Completing, caller: SessionCaller): Promise<Paid> {
  const { id, payment_id, change, prepare } = completing
  return withSessionLock("checkout", id, caller, async (locked, { duplicate_of: may_repeat }) => {
    const session = await finished(locked, caller)
    if (await isBegun(session, payment_id, caller)) return outcomeOf(session)
    const status = checkoutStatus(session)
    refuseEnded(id, status)
    if (isPaymentInProgress(status)) return { session, obstacle: "under_way" }
    const paymentMethod = completing.paymentMethodFor(session)
    if (status !== "ready_for_complete") return { session, obstacle: "incomplete" }
    await prepare?.()
    // The order of a failed attempt frees its stock before a new order reserves it.
    if (session.attempt) await settleAndWait(caller.container, session.attempt.id)
    // A warning that was given while this request waited for the lock is not confirmed by it.
    const requested = change(session.requested)
    return pay({ known: session, requested, paymentMethod, may_repeat }, payment_id, caller)
  })
}

/** Finishes a free order that a crash has interrupted, because it waits for no customer and no bank. */
async function finished(session: SessionNow, caller: SessionCaller): Promise<SessionNow> {
  const { attempt } = session
  if (attempt?.status !== "nothing_due" || attempt.is_announced) return session
  await settleOrLeave(caller.container, attempt.id)
  return sessionOf("checkout", session.id, caller)
}

/** Whether an earlier attempt of this request has created its payment, and a crash prevented the response. */
async function isBegun(
  { payment_id: newest }: SessionNow,
  id: string,
  caller: SessionCaller
): Promise<boolean> {
  if (!newest) return false
  return Boolean(await caller.container.resolve<BankService>(BANK_MODULE).payments.find({ id }))
}
