import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { SessionNow } from "../../../queries/checkout/sessions"
import { completeCheckout as complete } from "../../../workflows/checkout/complete-checkout"
import { refusalOf } from "../../../outbound/allowed-url"
import { policyOf } from "../../../gateway/admission"
import { type Call, callerOf, sessionCaller } from "../../../gateway/call"
import { keyIn } from "../../../gateway/idempotency/idempotency-key"
import { PathId } from "../../../gateway/schemas"
import { webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { versionOf } from "../negotiation/agreement"
import { idempotent } from "../ucp-idempotency"
import { paymentMethodIn } from "../payment-handler/instruments"
import { offerIn } from "../platform/platform-capabilities"
import { CHECKOUT_MEMBERS, Payment } from "../session/session-body"
import { missingMessages } from "../session/session-messages"
import { changed } from "../session/requested-checkout"
import { completionResponse } from "./completion-response"

/** Ignoring a mandate would look as if the store had verified it. */
const NoMandate = z
  .unknown()
  .optional()
  .refine((mandate) => mandate === undefined || mandate === null, {
    error: "must be absent: this store does not verify AP2 mandates, the buyer authenticates the payment",
  })
  .describe("Rejected: the store does not verify AP2 mandates")

const Completion = z.object({
  id: PathId,
  payment: Payment,
  buyer: CHECKOUT_MEMBERS.buyer,
  ap2: NoMandate,
})
type Completion = z.infer<typeof Completion>

/**
 * `POST /checkout-sessions/{id}/complete` (UCP: Checkout, complete): places the order, unpaid, and starts the signed
 * payment. The `continue_url` in the response leads the buyer to customer authentication; a saved card is charged at
 * once. While a payment is in progress, a repeated call starts no other one. When nothing is due, the response is the
 * completed checkout with its order. Throws `checkout_incomplete` while something is missing, `invalid_state` for a
 * checkout that has ended, and `invalid_params` for an AP2 mandate. A payment that the bank refuses at once is answered
 * 402 with the checkout, which can be completed again.
 */
export const completeCheckout = idempotent({
  name: "checkout.complete",
  prefix: "pay",
  access: "dev.ucp.shopping.checkout:manage",
  input: Completion,
  async run({ id, payment, buyer }: Completion, call, payment_id) {
    const paymentMethod = paymentMethodIn(payment?.instruments ?? [], call)
    const completing = {
      id,
      payment_id,
      has_key: keyIn(call) !== undefined,
      paymentMethodFor: () => paymentMethod,
      change: (requested: SessionNow["requested"]) =>
        changed(requested, { ...(payment && { payment }), ...(buyer && { buyer }) }),
      prepare: () => notePlatformAddress(id, call),
    }
    const paid = await complete(completing, sessionCaller(call))
    if (paid.obstacle === "incomplete") throw incomplete(paid.session)
    return completionResponse(paid, call)
  },
})

/**
 * Stores the URL to which the calling platform wants events about the order of this checkout: the
 * `config.webhook_url` of its profile (UCP: Order, webhooks). Does nothing when the profile has no URL that may be
 * called, or the store has no key to sign with.
 */
async function notePlatformAddress(session_id: string, call: Call): Promise<void> {
  const { card_key, allow_private_networks } = policyOf(call).options
  const { webhook_url: url } = await offerIn(call)
  if (!card_key || !url || refusalOf(url, allow_private_networks)) return
  const { client_id } = callerOf(call)
  const address = { client_id, url: new URL(url).href, version: versionOf(call) }
  await webhooksIn(call.container).platforms.note(session_id, address)
}

function incomplete(session: SessionNow) {
  const missing = missingMessages(session)
  const isDelivery = missing.some(({ path }) => path?.startsWith("$.fulfillment"))
  const message = isDelivery ? "Fulfillment address and option must be selected" : undefined
  return problem(
    "checkout_incomplete",
    { issues: missing.map(({ path, content }) => ({ path, message: content })) },
    message
  )
}
