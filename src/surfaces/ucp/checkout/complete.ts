import { z } from "@medusajs/framework/zod"
import { phaseOf } from "../../../domain/checkout"
import { problem } from "../../../domain/errors"
import type { Wishes } from "../../../modules/agent/models/session"
import { isUntouched } from "../../../queries/carts"
import type { SessionNow } from "../../../queries/sessions"
import { settleAndWait } from "../../../workflows/payment/settle-payment"
import { completeSession } from "../../../workflows/session/complete-session"
import { type Call } from "../../call"
import { type RawReply, json } from "../../reply"
import { PathId } from "../../schemas"
import { errorBody } from "../errors"
import { keyed } from "../keyed"
import { versionOf } from "../negotiation/agreement"
import { checkInstruments } from "../payment-handler/handler"
import { CHECKOUT_MEMBERS, Payment } from "../session/body"
import { type Message, missingMessages } from "../session/messages"
import { holding, rewrite, sessionOf, sessionsOf } from "../session/sessions"
import { changed } from "../session/wishes"
import { refuseEnded } from "./ended"
import { checkoutStatus, checkoutView } from "./view"

const Completion = z.object({ id: PathId, payment: Payment, buyer: CHECKOUT_MEMBERS.buyer })
type Completion = z.infer<typeof Completion>

/**
 * `POST /checkout-sessions/{id}/complete` (UCP: Checkout, complete): places the order, unpaid, and starts the signed
 * payment; the answer says where the buyer proves it. While a payment is under way, asking again begins no other one.
 * Throws `checkout_incomplete` as long as something is missing, and `invalid_state` for one that has ended. A payment
 * the bank has refused at once is answered 402, with the checkout, which can be completed again.
 */
export const completeCheckout = keyed({
  name: "checkout.complete",
  prefix: "chk",
  access: "dev.ucp.shopping.checkout:manage",
  input: Completion,
  async run({ id, payment, buyer }: Completion, call) {
    checkInstruments(payment?.instruments ?? [])
    return holding("checkout", id, call, async (session) => {
      const status = checkoutStatus(session)
      refuseEnded(id, status)
      if (status === "requires_escalation" || status === "complete_in_progress")
        return json(checkoutView(session, call))
      refuseIncomplete(session)
      // The order of an attempt that came to nothing gives its stock back before another one reserves it.
      if (session.attempt) await settleAndWait(call.container, session.attempt.id)
      const wishes = changed(session.wishes, { ...(payment && { payment }), ...(buyer && { buyer }) })
      return complete(await prepared(session, wishes, call), session, call)
    })
  },
})

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
 * nothing is begun when another holder has begun an attempt since it was `told`.
 */
async function complete(session: SessionNow, told: SessionNow, call: Call): Promise<RawReply> {
  const { cart_id } = session
  const isLost = session.payment_id !== told.payment_id
  if (isLost || checkoutStatus(session) !== "ready_for_complete" || !cart_id)
    return json(checkoutView(session, call))
  if (session.quote.total !== told.quote.total) return json(checkoutView(session, call, [CHANGED]))
  const isPlaced = await completeSession(call.container, { ...session, cart_id })
  return isPlaced ? answer(session.id, call) : anew(session.id, call)
}

const CHANGED: Message = {
  type: "warning",
  code: "total_changed",
  content: "The total has changed. Complete the checkout again to pay the new one.",
  path: "$.totals",
}

function refuseIncomplete(session: SessionNow): void {
  if (checkoutStatus(session) === "ready_for_complete") return
  const missing = missingMessages(session.wishes, session.quote)
  const isDelivery = missing.some(({ path }) => path?.startsWith("$.fulfillment"))
  const message = isDelivery ? "Fulfillment address and option must be selected" : undefined
  throw problem(
    "checkout_incomplete",
    { issues: missing.map(({ path, content }) => ({ path, message: content })) },
    message
  )
}

/** What has become of it; what the bank has refused at once is no success. */
async function answer(id: string, call: Call): Promise<RawReply> {
  const session = await sessionOf("checkout", id, call)
  const checkout = checkoutView(session, call)
  if (!session.attempt || phaseOf(session.attempt) !== "failed") return json(checkout)
  const { decline_code, decline_message } = session.attempt
  const refusal = problem("payment_failed", { decline_code }, decline_message ?? undefined)
  return json({ ...checkout, ...withoutEnvelope(errorBody(refusal, versionOf(call))) }, 402)
}

/** The error's own members; the envelope and the messages are the checkout's. */
function withoutEnvelope({ ucp: _, messages: __, ...members }: ReturnType<typeof errorBody>): object {
  return members
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
