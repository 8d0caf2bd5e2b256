import { isDeepStrictEqual } from "node:util"
import { z } from "@medusajs/framework/zod"
import { phaseOf } from "../../../domain/checkout"
import { problem } from "../../../domain/errors"
import type { Wishes } from "../../../modules/agent/models/session"
import type { SessionNow } from "../../../queries/sessions"
import { completeSession } from "../../../workflows/session/complete-session"
import { type Call } from "../../call"
import { type RawReply, json } from "../../reply"
import { PathId } from "../../schemas"
import { errorBody } from "../errors"
import { keyed } from "../keyed"
import { versionOf } from "../negotiation/agreement"
import { instrumentToPay } from "../payment-handler"
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
    const instrument = instrumentToPay(payment?.instruments ?? [])
    return holding("checkout", id, call, async (session) => {
      const status = checkoutStatus(session)
      refuseEnded(id, status)
      if (status === "requires_escalation" || status === "complete_in_progress")
        return json(checkoutView(session, call))
      const ready = await prepared(session, { ...(payment && { payment }), ...(buyer && { buyer }) }, call)
      if ("status" in ready) return ready
      void instrument
      const isPlaced = await completeSession(call.container, ready, {
        returnTo: returnTo(call),
        card_token_id: null,
      })
      return isPlaced ? answer(id, call) : anew(ready, call)
    })
  },
})

type Body = Parameters<typeof changed>[1]
type Ready = SessionNow & { readonly cart_id: string }

/**
 * The checkout as it is to be paid: with what came with the call, and with a cart that is no order yet. How the buyer
 * pays changes no price: then the cart that was quoted is the one to be paid, at its prices, as Medusa's own carts are.
 */
async function prepared(session: SessionNow, body: Body, call: Call): Promise<Ready | RawReply> {
  const isSpent = session.attempt?.cart_id === session.cart_id
  const wishes = changed(session.wishes, body)
  if (isSpent || !isDeepStrictEqual(quotedPart(wishes), quotedPart(session.wishes)))
    await rewrite(session, wishes, call)
  else if (body.payment) await sessionsOf(call).change(session, { wishes })
  const now = await sessionOf("checkout", session.id, call)
  refuseIncomplete(now)
  if (!now.cart_id) throw problem("checkout_incomplete")
  // Nobody is made to pay another price than the one that was told.
  if (now.quote.total !== session.quote.total) return json(checkoutView(now, call, [CHANGED]))
  return { ...now, cart_id: now.cart_id }
}

/** The wishes a quote answers to. */
const quotedPart = ({ instruments: _, ...wishes }: Wishes) => wishes

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

const returnTo =
  ({ base_url }: Call) =>
  (payment_id: string) =>
    `${base_url}/gw-bank/v1/return/${payment_id}`

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
async function anew(session: SessionNow, call: Call): Promise<RawReply> {
  await rewrite(session, session.wishes, call)
  const now = await sessionOf("checkout", session.id, call)
  if (checkoutStatus(now) === "ready_for_complete")
    throw problem("internal_error", { request_id: call.request_id })
  return json(checkoutView(now, call))
}
