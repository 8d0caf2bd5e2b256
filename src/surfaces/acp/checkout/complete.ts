import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { SessionNow } from "../../../queries/sessions"
import { checkoutStatus, isFree } from "../../../workflows/session/standing"
import { completeCheckout } from "../../session/complete-checkout"
import type { Paid } from "../../session/pay-checkout"
import { refuseEnded } from "../../session/refuse-ended"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { sessionOf } from "../../session/sessions"
import { canComplete } from "../capabilities"
import { keyed } from "../keyed"
import { meansIn, PaymentData } from "../payment-handler/instrument"
import { SESSION_MEMBERS } from "../session/body"
import { errorMessage, type Message, warningMessage } from "../session/messages"
import { changed } from "../session/wishes"
import { sessionView } from "./view"

const { buyer, order_notes, affiliate_attribution } = SESSION_MEMBERS
const Completion = z.object({
  ...{ id: PathId, payment_data: PaymentData.optional() },
  ...{ buyer, order_notes, affiliate_attribution },
})
type Completion = z.infer<typeof Completion>

/**
 * `POST /checkout_sessions/{id}/complete` (ACP: Checkout, complete): places the order, unpaid, and starts the signed payment;
 * the answer says where the buyer proves it. While a payment is under way, asking again begins no other one. What keeps it
 * from being paid is told in the session. Where nothing is to be paid no payment has to be named, and the answer is the
 * completed session with its order. Throws `invalid_state` for one that has ended.
 */
export const completeSession = keyed({
  name: "acp.complete",
  prefix: "pay",
  access: "acp:checkout:write",
  input: Completion,
  async run({ id, payment_data, ...body }: Completion, call, payment_id) {
    const means = payment_data && meansIn(payment_data, id)
    const session = await sessionOf("checkout", id, call)
    if (!canComplete(session)) {
      refuseEnded(id, checkoutStatus(session))
      return json(await sessionView(session, call))
    }
    const change = (wishes: SessionNow["wishes"]) => changed(wishes, body)
    const meansFor = (now: SessionNow) => means ?? unlessNeeded(now)
    const paid = await completeCheckout({ id, payment_id, meansFor, change }, call)
    return json(await sessionView(paid.session, call, obstaclesOf(paid)))
  },
})

/** Throws `invalid_params` where something is to be paid. */
function unlessNeeded(session: SessionNow): null {
  if (isFree(session)) return null
  throw problem("invalid_params", {
    issues: [{ path: "payment_data", message: "is needed to pay the total" }],
  })
}

/** What the session itself does not say of why it was not paid. */
function obstaclesOf({ refusal, obstacle }: Paid): Message[] {
  if (refusal?.code === "spending_limit")
    return [errorMessage("maximum_exceeded", refusal.message, "$.totals")]
  return obstacle === "total_changed" ? [CHANGED] : []
}

const CHANGED = warningMessage(
  "price_change",
  "The total has changed. Complete the session again to pay the new one.",
  "$.totals"
)
