import type { Agreement } from "../../domain/card"
import { phaseOf } from "../../domain/checkout"
import { type Problem, problem } from "../../domain/errors"
import { newId } from "../../domain/secrets"
import type { Wishes } from "../../modules/agent/models/session"
import { isUntouched } from "../../queries/carts"
import type { SessionNow } from "../../queries/sessions"
import { type Paying, completeSession } from "../../workflows/session/complete-session"
import { placeFreeOrder } from "../../workflows/session/place-free-order"
import { checkoutStatus, isFree } from "../../workflows/session/standing"
import type { Call } from "../call"
import { heldBack, overspent } from "./held-back"
import { type Means, keptCard } from "./kept-cards"
import { rewrite, sessionOf, sessionsOf } from "./sessions"

/** What is to be paid: the checkout as it was told, the wishes that came with the call, and the means, unless it is free. */
interface Asked {
  readonly told: SessionNow
  readonly wishes: Wishes
  readonly means: Means | null
}

/** What has become of a call that was to pay a checkout. */
export interface Paid {
  readonly session: SessionNow
  /** The bank has refused the payment at once (`payment_failed`), or the merchant does not allow it (`spending_limit`). */
  readonly refusal?: Problem
  /** Why no payment was begun, where the checkout itself does not say it. */
  readonly obstacle?: "under_way" | "incomplete" | "total_changed"
}

/**
 * Places the order of a checkout that is ready, and begins its payment `payment_id`; where nothing is to be paid, that is
 * all. A kept card the bank will not charge without the buyer is no end: then the buyer is sent to the bank, by another
 * payment.
 */
export async function pay({ told, wishes, means }: Asked, payment_id: string, call: Call): Promise<Paid> {
  const session = await prepared(told, wishes, call)
  const card = means && !isFree(session) ? keptCard(means, session, call) : null
  const save_card = means?.save_card ? agreementOf(session) : null
  const paying = { payment_id, card_token_id: card?.id ?? null, save_card }
  const hindered = await begin(session, told, paying, call)
  if (hindered) return hindered
  const paid = await sessionOf("checkout", session.id, call)
  if (!means || !card || !needsBuyer(paid, payment_id)) return outcomeOf(paid)
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
 * Nobody is made to pay another price than the one that was told, and nobody to pay who was told that it is free. Who holds a session may lose it by standing still:
 * nothing is begun when another holder has begun an attempt since it was `told`, nor what the merchant's rules for the
 * client hold back. What has become of it, when nothing was begun.
 */
async function begin(
  session: SessionNow,
  told: SessionNow,
  paying: Paying,
  call: Call
): Promise<Paid | undefined> {
  const { cart_id } = session
  const isLost = session.payment_id !== told.payment_id
  if (isLost || checkoutStatus(session) !== "ready_for_complete" || !cart_id) return { session }
  if (session.quote.total !== told.quote.total) return { session, obstacle: "total_changed" }
  const ready = { ...session, cart_id }
  if (isFree(session)) {
    const isPlaced = await placeFreeOrder(call.container, ready, paying.payment_id)
    return isPlaced ? undefined : anew(session, call)
  }
  const held = await heldBack(session, call)
  if (held) return held
  try {
    const isPlaced = await completeSession(call.container, ready, paying)
    return isPlaced ? undefined : await anew(session, call)
  } catch (thrown) {
    return overspent(thrown, session, call)
  }
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

/** How a checkout stands whose payment was begun; what the bank has refused at once is no success. */
export function outcomeOf(session: SessionNow): Paid {
  const { attempt } = session
  if (!attempt || phaseOf(attempt) !== "failed") return { session }
  const { decline_code, decline_message } = attempt
  return { session, refusal: problem("payment_failed", { decline_code }, decline_message || undefined) }
}

/**
 * Medusa could not make the cart an order: somebody was faster, something is not sold any more, or a discount is used up.
 * Where it could not take back what it had begun either, that is ended first, as what a crash has cut short.
 */
async function anew({ id, quote }: SessionNow, call: Call): Promise<Paid> {
  const session = await sessionOf("checkout", id, call)
  if (checkoutStatus(session) === "complete_in_progress") return { session }
  await rewrite(session, session.wishes, call)
  const now = await sessionOf("checkout", id, call)
  if (checkoutStatus(now) !== "ready_for_complete") return { session: now }
  if (now.quote.total !== quote.total) return { session: now, obstacle: "total_changed" }
  throw problem("internal_error", { request_id: call.request_id })
}
