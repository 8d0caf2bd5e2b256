import { z } from "@medusajs/framework/zod"
import { cancelCheckout as cancel } from "../../../workflows/checkout/cancel-checkout"
import { json } from "../../../gateway/reply"
import { sessionCaller } from "../../../gateway/call"
import { PathId } from "../../../gateway/schemas"
import { idempotent } from "../ucp-idempotency"
import { checkoutView } from "./checkout-view"

const CheckoutKey = z.object({ id: PathId })
type CheckoutKey = z.infer<typeof CheckoutKey>

/**
 * `POST /checkout-sessions/{id}/cancel` (UCP: Checkout, cancel). A payment in progress is first ended at the bank.
 * Throws `invalid_state` for a checkout that has ended in another way, and `bank_unavailable` while the bank has not
 * confirmed the end of the payment.
 */
export const cancelCheckout = idempotent({
  name: "checkout.cancel",
  prefix: "chk",
  access: "dev.ucp.shopping.checkout:manage",
  input: CheckoutKey,
  run: async ({ id }: CheckoutKey, call, request) =>
    json(checkoutView(await cancel(id, request, sessionCaller(call)), call)),
})
