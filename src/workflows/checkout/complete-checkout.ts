import { followHandOff } from "../storefront/follow-hand-off"
import type { RequestedCheckout } from "../../modules/agent/models/session"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import type { SessionNow } from "../../queries/checkout/sessions"
import { routeOfCart } from "../../payment-routes"
import { settleAndWait, awaitSettlement } from "../settlement/settle-payment"
import { confirmedBy } from "./check-purchase"
import { checkoutStatus, isBlocked, isFree, isPaymentInProgress, refuseEnded } from "./checkout-status"
import type { SessionCaller } from "./session-caller"
import type { PaymentMethod } from "./saved-cards"
import type { Paid } from "./paid"
import { outcomeOf, pay } from "./pay-checkout"
import { withSessionLock, sessionOf } from "./owned-sessions"

/** A request to complete a checkout. */
export interface Completing {
  readonly id: string
  /** The payment's id. Stays the same when the request is repeated after a crash. */
  readonly payment_id: string
  /** Whether the client sent an idempotency key. A request without one may be a repetition. */
  readonly has_key: boolean
  /** The payment method; null when the checkout is free and none is given. Throws when it is required. */
  paymentMethodFor(session: SessionNow): PaymentMethod | null
  /** Applies the changes that the request contains to the requested checkout. */
  change(requested: RequestedCheckout): RequestedCheckout
  /** Work to do before a payment is created. */
  prepare?(): Promise<void>
}

/**
 * Places the unpaid order of the caller's checkout and starts the payment; a free checkout only needs the order. Starts
 * no payment while one is in progress, a requirement is missing, or the store's current quote differs from the one that
 * the client was shown; nor, before a repeated request confirms it, for an equal purchase moments after another one.
 * A request without an idempotency key confirms nothing, because it may repeat a request whose response was lost. What the
 * store could not provide before, such as an item that was out of stock, is tried again. Throws `not_found`,
 * `invalid_state` for a checkout that has ended, and `no_payment_route` when the store cannot take the payment.
 */
export function completeCheckout(completing: Completing, caller: SessionCaller): Promise<Paid> {
  const { id, payment_id, has_key, change, prepare } = completing
  return withSessionLock("checkout", id, caller, async (locked, before) => {
    const session = await finished(locked, caller)
    if (await isBegun(session, payment_id, caller)) return outcomeOf(session)
    const status = checkoutStatus(session)
    refuseEnded(id, status)
    if (isPaymentInProgress(status)) return underWay(await followHandOff(session, caller))
    if (session.cart_id && !isFree(session)) await routeOfCart(caller.container, session.cart_id)
    const paymentMethod = completing.paymentMethodFor(session)
    const isIncomplete = status !== "ready_for_complete"
    if (isIncomplete && !isBlocked(session)) return { session, obstacle: "incomplete" }
    await prepare?.()
    // The order of a failed attempt frees its stock before a new order reserves it.
    if (session.attempt) await settleAndWait(caller.container, session.attempt.id)
    // A warning or a quote that was stored while this request waited for the lock is not confirmed by it.
    const may_repeat = has_key ? confirmedBy(payment_id, before) : null
    const requested = change(session.requested)
    const request = {
      known: session,
      shown: before.quote,
      requested,
      paymentMethod,
      may_repeat,
      has_key,
      by: payment_id,
    }
    const paid = await pay(request, payment_id, caller)
    await countRefusal(paid, payment_id, caller)
    return isIncomplete && isStillIncomplete(paid) ? { ...paid, obstacle: "incomplete" } : paid
  })
}

/** The link to the storefront may have expired since, or the customer has placed the order. */
const underWay = (session: SessionNow): Paid =>
  isPaymentInProgress(checkoutStatus(session)) ? { session, obstacle: "under_way" } : { session }

/**
 * Counts a completion that a rule, an equal purchase or a changed quote has stopped in the audit log. A decline of the
 * bank is no refusal.
 */
async function countRefusal({ session, refusal, duplicate }: Paid, by: string, caller: SessionCaller) {
  const code = duplicate?.code ?? refusal?.code
  const reason = code ?? (session.quote_changes?.by === by ? "quote_changed" : undefined)
  if (!reason || reason === "payment_failed") return
  const { audit } = caller.container.resolve<PolicyService>(POLICY_MODULE)
  await audit.refused(caller.owner.client_id, reason, caller.request_id)
}

/** Whether a checkout that was incomplete still is, for the same reasons. */
const isStillIncomplete = ({ session }: Paid): boolean =>
  checkoutStatus(session) === "incomplete" && session.quote_changes === null

/** Finishes a free order that a crash has interrupted, because it waits for no customer and no bank. */
async function finished(session: SessionNow, caller: SessionCaller): Promise<SessionNow> {
  const { attempt } = session
  if (attempt?.status !== "nothing_due" || attempt.is_announced) return session
  await awaitSettlement(caller.container, attempt.id)
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
