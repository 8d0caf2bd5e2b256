import { phaseOf } from "../../../domain/checkout"
import type { Agreement } from "../../../domain/card"
import { problem } from "../../../domain/errors"
import { newId } from "../../../domain/secrets"
import type { Wishes } from "../../../modules/agent/models/session"
import { isUntouched } from "../../../queries/carts"
import type { SessionNow } from "../../../queries/sessions"
import { type Paying, completeSession } from "../../../workflows/session/complete-session"
import { type Call } from "../../call"
import { type RawReply, json } from "../../reply"
import { type Means, keptCard } from "../payment-handler/instruments"
import type { Message } from "../session/messages"
import { rewrite, sessionOf, sessionsOf } from "../session/sessions"
import { refusedCheckout } from "./refused-checkout"
import { heldBack, overspent } from "./spending"
import { checkoutStatus, checkoutView } from "./view"

/** What is to be paid: the checkout as it was told, the wishes that came with the call, and the means. */
interface Asked {
  readonly told: SessionNow
  readonly wishes: Wishes
  readonly means: Means
}

/**
 * Places the order of a checkout that is ready, and begins its payment `payment_id`. A kept card the bank will not charge
 * without the buyer is no end: then the buyer is sent to the bank, by another payment.
 */
export async function pay({ told, wishes, means }: Asked, payment_id: string, call: Call): Promise<RawReply> {
  const session = await prepared(told, wishes, call)
  const card = keptCard(means, session, call)
  const save_card = means.save_card ? agreementOf(session) : null
  const paying = { payment_id, card_token_id: card?.id ?? null, save_card }
  const refusal = await begin(session, told, paying, call)
  if (refusal) return refusal
  const paid = await sessionOf("checkout", session.id, call)
  if (!card || !needsBuyer(paid, payment_id)) return outcome(paid, call)
  const byBuyer = { ...means, token: null }
  return pay({ told: paid, wishes: paid.wishes, means: byBuyer }, newId("pay"), call)
}

/**
 * The checkout with what came with the call. There is a new cart, by today's prices and stock, when the one there was is an
 * order, somebody has changed it behind our back, or the buyer is another one.
 */
async function prepared(session: SessionNow, wishes: Wishes, call: Call): Promise<SessionNow> {
  const isNew = wishes.buyer !== session.wishes.buyer || session.attempt?.cart_id === session.cart_id
  const { cart_id, quote } = session
  if (isNew || !cart_id || !(await isUntouched(call.container, cart_id, quote)))
    await rewrite(session, wishes, call)
  else await sessionsOf(call).change(session, { wishes })
  return sessionOf("checkout", session.id, call)
}

/**
 * Nobody is made to pay another price than the one that was told. Who holds a session may lose it by standing still:
 * nothing is begun when another holder has begun an attempt since it was `told`, nor what the merchant's rules for the
 * client hold back. What to answer, when nothing was begun.
 */
async function begin(
  session: SessionNow,
  told: SessionNow,
  paying: Paying,
  call: Call
): Promise<RawReply | undefined> {
  const { cart_id } = session
  const isLost = session.payment_id !== told.payment_id
  if (isLost || checkoutStatus(session) !== "ready_for_complete" || !cart_id)
    return json(checkoutView(session, call))
  if (session.quote.total !== told.quote.total) return json(checkoutView(session, call, [CHANGED]))
  const held = await heldBack(session, call)
  if (held) return held
  try {
    const isPlaced = await completeSession(call.container, { ...session, cart_id }, paying)
    return isPlaced ? undefined : await anew(session.id, call)
  } catch (thrown) {
    return overspent(thrown, session, call)
  }
}

const CHANGED: Message = {
  type: "warning",
  code: "total_changed",
  content: "The total has changed. Complete the checkout again to pay the new one.",
  path: "$.totals",
}

/** What a buyer agrees to who has a card kept: purchases later on, by the same platform. */
function agreementOf({ customer_id }: SessionNow): Agreement | null {
  return customer_id ? { customer_reference: customer_id, usage: "unscheduled", terms: {} } : null
}

/** Whether the card's bank wants the buyer's own proof after all. */
function needsBuyer({ attempt }: SessionNow, payment_id: string): boolean {
  return (
    attempt?.id === payment_id && phaseOf(attempt) === "failed" && attempt.decline_code === "sca_required"
  )
}

/** What has become of a checkout that was completed; what the bank has refused at once is no success. */
export function outcome(session: SessionNow, call: Call): RawReply {
  const checkout = checkoutView(session, call)
  if (!session.attempt || phaseOf(session.attempt) !== "failed") return json(checkout)
  const { decline_code, decline_message } = session.attempt
  const refusal = problem("payment_failed", { decline_code }, decline_message || undefined)
  return refusedCheckout(checkout, refusal, call)
}

/** Medusa could not make the cart an order: somebody was faster, or something is not sold any more. */
async function anew(id: string, call: Call): Promise<RawReply> {
  const session = await sessionOf("checkout", id, call)
  await rewrite(session, session.wishes, call)
  const now = await sessionOf("checkout", id, call)
  if (checkoutStatus(now) === "ready_for_complete")
    throw problem("internal_error", { request_id: call.request_id })
  return json(checkoutView(now, call))
}
