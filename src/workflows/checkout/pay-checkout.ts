import { phaseOf } from "../../domain/checkout"
import { type Problem, problem } from "../../domain/errors"
import { newId } from "../../domain/secrets"
import type { RequestedCheckout } from "../../modules/agent/models/session"
import { isUntouched } from "../../queries/checkout/carts"
import type { SessionNow } from "../../queries/checkout/sessions"
import { type Paying, completeSession } from "./complete-session"
import { placeFreeOrder } from "./place-free-order"
import { checkoutStatus, isFree } from "./checkout-status"
import type { SessionCaller } from "./session-caller"
import { checkDuplicate, warned } from "./check-duplicate"
import { checkSpending, overspent } from "./check-spending"
import { agreementOf, coveredCard, isBeyondMandate } from "./saved-card-mandate"
import { type PaymentMethod, savedCard } from "./saved-cards"
import { requote, sessionOf, sessionsOf } from "./owned-sessions"

/**
 * A request to pay: the checkout with the quote that the client knows, the requested checkout of this caller, and the
 * payment method, which a free checkout does not need.
 */
interface PayRequest {
  readonly known: SessionNow
  readonly requested: RequestedCheckout
  readonly paymentMethod: PaymentMethod | null
  /** The equal purchase that the client has confirmed to repeat. */
  readonly may_repeat: string | null
}

/** The result of a request to pay a checkout. */
export interface Paid {
  readonly session: SessionNow
  /** The bank declined at once (`payment_failed`), or the merchant's limits do not allow it (`spending_limit`, `unpaid_limit`). */
  readonly refusal?: Problem
  /** Why no payment was started, when the checkout's status does not explain it. */
  readonly obstacle?: "under_way" | "incomplete" | "total_changed"
  /** The equal purchase because of which no payment was started (`duplicate_purchase`). */
  readonly duplicate?: Problem
}

/**
 * Places the order of a complete checkout and starts its payment `payment_id`; a free checkout only needs the order.
 * When the buyer's mandate does not cover the charge of a saved card, or the bank does not charge it without the buyer,
 * starts a payment that the buyer authenticates.
 */
export async function pay(
  { known, requested, paymentMethod, may_repeat }: PayRequest,
  payment_id: string,
  caller: SessionCaller
): Promise<Paid> {
  const session = await prepared(known, requested, caller)
  const named = paymentMethod && !isFree(session) ? savedCard(paymentMethod, session, caller) : null
  const card = await coveredCard(named, session, payment_id, caller)
  const save_card = paymentMethod?.save_card ? await agreementOf(session, paymentMethod, caller) : null
  const paying = {
    payment_id,
    card_token_id: card?.id ?? null,
    save_card,
    may_repeat,
    address: caller.address,
  }
  const notStarted = await begin(session, known, paying, caller)
  if (notStarted && notStarted !== BEYOND_MANDATE) return notStarted
  const paid = await sessionOf("checkout", session.id, caller)
  const isForBuyer = notStarted === BEYOND_MANDATE || needsBuyer(paid, payment_id)
  if (!paymentMethod || !card || !isForBuyer) return outcomeOf(paid)
  const byBuyer = { ...paymentMethod, token: null }
  return pay(
    { known: paid, requested: paid.requested, paymentMethod: byBuyer, may_repeat },
    newId("pay"),
    caller
  )
}

/** The result of a charge that other charges, which came first, have left no room for. */
const BEYOND_MANDATE = "beyond_mandate"

/**
 * Applies the request's changes to the checkout. Builds a new cart, with current prices and stock, when there is none,
 * when the buyer has changed, when the cart became an order, or when it was changed outside this session.
 */
async function prepared(
  session: SessionNow,
  requested: RequestedCheckout,
  caller: SessionCaller
): Promise<SessionNow> {
  const isNew = requested.buyer !== session.requested.buyer || session.attempt?.cart_id === session.cart_id
  const { cart_id, quote } = session
  if (isNew || !cart_id || !(await isUntouched(caller.container, cart_id, quote)))
    await requote(session, requested, caller)
  else await sessionsOf(caller).change(session, { requested })
  return sessionOf("checkout", session.id, caller)
}

/**
 * Starts the payment, and returns a result only when it did not. The buyer never pays a price other than the one that
 * the client knows. A process that pauses may lose its lock: nothing is started when another holder has begun an
 * attempt since `known` was read, nor when the merchant's rules for the client do not allow the payment.
 */
async function begin(
  session: SessionNow,
  known: SessionNow,
  paying: Paying,
  caller: SessionCaller
): Promise<Paid | typeof BEYOND_MANDATE | undefined> {
  const { cart_id } = session
  const isLockLost = session.payment_id !== known.payment_id
  if (isLockLost || checkoutStatus(session) !== "ready_for_complete" || !cart_id) return { session }
  if (session.quote.total !== known.quote.total) return { session, obstacle: "total_changed" }
  const ready = { ...session, cart_id }
  const notAllowed =
    (await checkDuplicate(session, paying.may_repeat, caller)) ??
    (isFree(session) ? undefined : await checkSpending(session, caller))
  if (notAllowed) return notAllowed
  try {
    const place = isFree(session) ? placeFreeOrder : completeSession
    const isPlaced = await place(caller.container, ready, paying)
    return isPlaced ? undefined : await requoteUnplaced(session, caller)
  } catch (thrown) {
    if (isBeyondMandate(thrown)) return BEYOND_MANDATE
    return overspent(thrown, session, caller).catch((other: unknown) => warned(other, session, caller))
  }
}

/** Whether the card's issuer requires customer authentication after all. */
function needsBuyer({ attempt }: SessionNow, payment_id: string): boolean {
  return (
    attempt?.id === payment_id && phaseOf(attempt) === "failed" && attempt.decline_code === "sca_required"
  )
}

/** The result of a checkout whose payment was started. A payment that was declined at once is a refusal. */
export function outcomeOf(session: SessionNow): Paid {
  const { attempt } = session
  if (!attempt || phaseOf(attempt) !== "failed") return { session }
  const { decline_code, decline_message } = attempt
  return { session, refusal: problem("payment_failed", { decline_code }, decline_message || undefined) }
}

/**
 * Computes a new quote after Medusa could not complete the cart: stock was sold, an item is no longer available, or a
 * discount is used up. When the order of the attempt could not be deleted, the checkout stays in progress until that
 * order is ended.
 */
async function requoteUnplaced({ id, quote }: SessionNow, caller: SessionCaller): Promise<Paid> {
  const session = await sessionOf("checkout", id, caller)
  if (checkoutStatus(session) === "complete_in_progress") return { session }
  await requote(session, session.requested, caller)
  const now = await sessionOf("checkout", id, caller)
  if (checkoutStatus(now) !== "ready_for_complete") return { session: now }
  if (now.quote.total !== quote.total) return { session: now, obstacle: "total_changed" }
  throw problem("internal_error", { request_id: caller.request_id })
}
