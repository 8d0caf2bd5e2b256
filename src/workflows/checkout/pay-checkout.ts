import { phaseOf } from "../../domain/checkout"
import { problem } from "../../domain/errors"
import type { QuoteChange } from "../../domain/quote-change"
import { newId } from "../../domain/secrets"
import type { Quote, RequestedCheckout } from "../../modules/agent/models/session"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import type { SavedCard, SessionNow } from "../../queries/checkout/sessions"
import { PAYMENT_ROUTES, routeOfCart } from "../../payment-routes"
import type { ReadySession } from "../../payment-routes/payment-route"
import { inPlacementQueue, type Paying } from "./complete-session"
import { placeFreeOrder } from "./place-free-order"
import { checkoutStatus, isFree } from "./checkout-status"
import type { SessionCaller } from "./session-caller"
import { checkPurchase, refusedBy } from "./check-purchase"
import { agreementOf, coveredCard, isBeyondMandate } from "./saved-card-mandate"
import { type PaymentMethod, savedCard } from "./saved-cards"
import type { Paid } from "./paid"
import { type Requoting, requote, sessionOf } from "./owned-sessions"
import { differences, unacceptedChanges } from "./quote-changes"

/**
 * A request to pay: the stored checkout, the contents that this caller requests, and the payment method, which a free
 * checkout does not need.
 */
interface PayRequest {
  readonly known: SessionNow
  /** The quote that the client was shown: that of the session when this request arrived. */
  readonly shown: Quote
  readonly requested: RequestedCheckout
  readonly paymentMethod: PaymentMethod | null
  /** The id of the equal purchase whose repetition the client has confirmed. */
  readonly may_repeat: string | null
  /**
   * Whether the client sent an idempotency key. A request without one may be a repetition, so it does not count as an
   * acceptance of the changes that an earlier completion has reported.
   */
  readonly has_key: boolean
  /** The id of the request. It is the same when the request is repeated after a crash. */
  readonly by: string
}

/**
 * Places the order of a complete checkout and starts its payment `payment_id`; a free checkout only needs the order. If
 * the quote has changed, returns the new quote first, because a refusal would be about a total that the client does not
 * know. If the buyer's mandate does not cover the charge of a saved card, starts a payment that the buyer authenticates,
 * with the same id, because nothing of the charge was stored. If the card's issuer requires customer authentication for
 * the charge, starts a second payment.
 */
export async function pay(request: PayRequest, payment_id: string, caller: SessionCaller): Promise<Paid> {
  const { paymentMethod } = request
  const { session, card, notStarted } = await inPlacementQueue((endTurn) =>
    start(request, payment_id, endTurn, caller)
  )
  if (notStarted && notStarted !== BEYOND_MANDATE) return notStarted
  const paid = await sessionOf("checkout", session.id, caller)
  const id = notStarted ? payment_id : needsBuyer(paid, payment_id) ? newId("pay") : null
  if (!paymentMethod || !card || !id || paid.payment_id !== payment_id) return outcomeOf(paid)
  const byBuyer = { ...paymentMethod, token: null }
  return pay({ ...request, known: paid, requested: paid.requested, paymentMethod: byBuyer }, id, caller)
}

/** A quoted checkout, the saved card that is charged, and why no payment was started. */
interface Started {
  readonly session: SessionNow
  readonly card: SavedCard | null
  readonly notStarted: Paid | typeof BEYOND_MANDATE | undefined
}

/** Quotes the checkout, places its order, and starts the payment unless the quote has changed. */
async function start(
  request: PayRequest,
  payment_id: string,
  endTurn: () => void,
  caller: SessionCaller
): Promise<Started> {
  const { paymentMethod, may_repeat } = request
  const session = await prepared(request, caller)
  if (session.quote_changes) return { session, card: null, notStarted: { session } }
  const named = paymentMethod && !isFree(session) ? savedCard(paymentMethod, session, caller) : null
  const card = await coveredCard(named, session, payment_id, caller)
  const save_card = paymentMethod?.save_card ? await agreementOf(session, paymentMethod, caller) : null
  const { address } = caller
  const credential = paymentMethod?.credential ?? null
  const card_token_id = card?.id ?? null
  const paying = { payment_id, card_token_id, credential, save_card, may_repeat, address, endTurn }
  return { session, card, notStarted: await begin(session, request, paying, caller) }
}

/** The result when earlier charges have left too little of the buyer's mandate for this one. */
const BEYOND_MANDATE = "beyond_mandate"

/**
 * Applies the request's changes to the checkout, and quotes it in a new cart with the current prices, promotions,
 * products, shipping, taxes and stock. Any difference from the quote that the client was shown is stored with the new
 * quote. If the request has reported a difference, its repetition reports the same one. A request without an idempotency
 * key may be a repetition, so it also reports the differences that an earlier completion has reported.
 */
async function prepared(
  { known, shown, requested, has_key, by }: PayRequest,
  caller: SessionCaller
): Promise<SessionNow> {
  if (known.quote_changes?.by === by) return known
  const unaccepted = has_key ? [] : unacceptedChanges(known)
  // A repetition of the completion that has reported these changes must report them again.
  const reporter = unaccepted.length ? (known.quote_changes?.by ?? by) : by
  await requote(known, requested, caller, comparedWith(shown, reporter, unaccepted))
  return sessionOf("checkout", known.id, caller)
}

/**
 * Compares all parts of the quotes, because the buyer has agreed only to the quote that they were shown. Without a
 * difference, reports the `unaccepted` changes.
 */
const comparedWith = (shown: Quote, by: string, unaccepted: readonly QuoteChange[] = []): Requoting => ({
  by,
  by_completion: true,
  compare: (_, { quote }) => {
    const found = differences(shown, quote)
    return found.length ? found : unaccepted
  },
})

/**
 * Starts the payment. Returns a result only if it has not started one. The buyer never pays a price other than the one
 * that the client was shown, because the cart that becomes the order is the one whose quote was compared. Does not start
 * the payment if this process has lost the lock while it was paused and another holder has begun an attempt, nor if the
 * merchant's rules for the client do not allow the payment.
 */
async function begin(
  session: SessionNow,
  { known, by }: PayRequest,
  paying: Paying,
  caller: SessionCaller
): Promise<Paid | typeof BEYOND_MANDATE | undefined> {
  const { cart_id } = session
  const isLockLost = session.payment_id !== known.payment_id
  if (isLockLost || checkoutStatus(session) !== "ready_for_complete" || !cart_id) return { session }
  const ready = { ...session, cart_id }
  const notAllowed = await checkPurchase(session, paying.may_repeat, by, caller)
  if (notAllowed) return notAllowed
  try {
    const isPlaced = isFree(session)
      ? await placeFreeOrder(caller.container, ready, paying)
      : await beginPayment(ready, paying, caller)
    if (!isPlaced) return await requoteUnplaced(session, by, caller)
    await cancelApproval(session, caller)
    return undefined
  } catch (thrown) {
    if (isBeyondMandate(thrown)) return BEYOND_MANDATE
    return refusedBy(thrown, session, by, caller)
  }
}

/** Cancels a waiting approval: it was requested for other contents, or under rules that have changed since. */
async function cancelApproval({ id }: SessionNow, { container }: SessionCaller): Promise<void> {
  await container.resolve<PolicyService>(POLICY_MODULE).approvals.end({ session_id: id }, "canceled")
}

/** Begins the payment by the route that the store has for the cart. Throws `no_payment_route` if there is none. */
async function beginPayment(session: ReadySession, paying: Paying, { container }: SessionCaller) {
  const configured = await routeOfCart(container, session.cart_id)
  const route = PAYMENT_ROUTES[configured.route]
  const card = session.cards.find(({ id }) => id === paying.card_token_id)
  const canCharge = !card || route.chargesCard(card, configured)
  const canSave = !paying.save_card || route.savesCard(container, configured)
  if (!canCharge || !canSave) throw problem("no_payment_route", {}, NO_SAVED_CARDS)
  if (paying.credential && !route.chargesCredential(container, configured))
    throw problem("no_payment_route", {}, NO_CREDENTIALS)
  return route.begin(container, session, paying, configured)
}

const NO_SAVED_CARDS =
  "The store's payment route for this purchase cannot save cards or charge this saved card. Pay with a card that is not saved."

const NO_CREDENTIALS =
  "The store's payment route for this purchase takes no payment tokens. Complete the checkout without a token."

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
 * Computes a new quote after Medusa could not complete the cart, for example because an item is sold out or a discount is
 * used up. When the order of the attempt could not be deleted, the checkout stays in progress until that
 * order is ended.
 */
async function requoteUnplaced({ id, quote }: SessionNow, by: string, caller: SessionCaller): Promise<Paid> {
  const session = await sessionOf("checkout", id, caller)
  if (checkoutStatus(session) === "complete_in_progress") return { session }
  await requote(session, session.requested, caller, comparedWith(quote, by))
  const now = await sessionOf("checkout", id, caller)
  if (checkoutStatus(now) !== "ready_for_complete" || now.quote_changes) return { session: now }
  throw problem("internal_error", { request_id: caller.request_id })
}
