import { z } from "@medusajs/framework/zod"
import { cancelCheckout as cancel } from "../../session/cancel-checkout"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { keyed } from "../keyed"
import { checkoutView } from "./view"

const CheckoutKey = z.object({ id: PathId })
type CheckoutKey = z.infer<typeof CheckoutKey>

/**
 * `POST /checkout-sessions/{id}/cancel` (UCP: Checkout, cancel). A payment under way is ended at the bank first. Throws
 * `invalid_state` for one that has ended otherwise, and `bank_unavailable` while the bank's word is not known.
 */
export const cancelCheckout = keyed({
  name: "checkout.cancel",
  prefix: "chk",
  access: "dev.ucp.shopping.checkout:manage",
  input: CheckoutKey,
  run: async ({ id }: CheckoutKey, call, request) =>
    json(checkoutView(await cancel(id, request, call), call)),
})
