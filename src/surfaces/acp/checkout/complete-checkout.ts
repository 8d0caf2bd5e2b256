import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { SessionNow } from "../../../queries/checkout/sessions"
import { checkoutStatus, isFree, refuseEnded } from "../../../workflows/checkout/checkout-status"
import { completeCheckout } from "../../../workflows/checkout/complete-checkout"
import type { Paid } from "../../../workflows/checkout/paid"
import { withRetryAdvice } from "../../../gateway/idempotency/new-key-advice"
import { type Call, sessionCaller } from "../../../gateway/call"
import { json } from "../../../gateway/reply"
import { PathId } from "../../../gateway/schemas"
import { sessionOf } from "../../../workflows/checkout/owned-sessions"
import { canComplete } from "../agent-capabilities"
import { idempotent, keyIn } from "../acp-idempotency"
import { paymentMethodIn, PaymentData } from "../payment-handler/instrument"
import { SESSION_MEMBERS } from "../session/session-body"
import { errorMessage, type Message } from "../session/session-messages"
import { changed } from "../session/requested-checkout"
import { sessionView } from "./checkout-view"

const { buyer, order_notes, affiliate_attribution } = SESSION_MEMBERS
const Completion = z.object({
  id: PathId,
  payment_data: PaymentData.optional(),
  buyer,
  order_notes,
  affiliate_attribution,
})
type Completion = z.infer<typeof Completion>

/**
 * `POST /checkout_sessions/{id}/complete` (ACP: Checkout, complete): places the order, unpaid, and starts the signed
 * payment. The `continue_url` in the response leads the buyer to customer authentication; a shared payment token is
 * charged at once. While a payment is in
 * progress, a repeated call starts no other one. Messages of the session state why it cannot be paid. When nothing is
 * due, `payment_data` is not needed, and the response is the completed session with its order. Throws `invalid_state`
 * for a session that has ended.
 */
export const completeSession = idempotent({
  name: "acp.complete",
  prefix: "pay",
  access: "acp:checkout:write",
  input: Completion,
  async run({ id, payment_data, ...body }: Completion, call, payment_id) {
    const paymentMethod = payment_data && paymentMethodIn(payment_data, id, call)
    const session = await sessionOf("checkout", id, sessionCaller(call))
    if (!canComplete(session)) {
      refuseEnded(id, checkoutStatus(session))
      return json(await sessionView(session, call))
    }
    const change = (requested: SessionNow["requested"]) => changed(requested, body)
    const paymentMethodFor = (now: SessionNow) => paymentMethod ?? unlessNeeded(now)
    const has_key = keyIn(call) !== undefined
    const completing = { id, payment_id, has_key, paymentMethodFor, change }
    const paid = await completeCheckout(completing, sessionCaller(call))
    return json(await sessionView(paid.session, call, obstaclesOf(paid, call)))
  },
})

/** No payment method, when nothing is due. Throws `invalid_params` when a payment is due. */
function unlessNeeded(session: SessionNow): null {
  if (isFree(session)) return null
  throw problem("invalid_params", {
    issues: [{ path: "payment_data", message: "is required to pay the total" }],
  })
}

/** Reasons against payment that the session's own messages do not state. */
function obstaclesOf({ refusal, duplicate }: Paid, call: Call): Message[] {
  if (duplicate)
    return [
      errorMessage("conflict", `${duplicate.message} ${AGAIN}`, "$.line_items", "requires_buyer_review"),
    ]
  if (!refusal) return []
  const { code, message } = withRetryAdvice(refusal, call)
  if (code === "spending_limit") return [errorMessage("maximum_exceeded", message, "$.totals")]
  return code === "unpaid_limit" ? [errorMessage("quantity_exceeded", message, "$.line_items")] : []
}

const AGAIN = "To buy the same again, complete this session again with a new Idempotency-Key."
