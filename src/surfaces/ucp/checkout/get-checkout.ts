import { z } from "@medusajs/framework/zod"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { PathId } from "../../../gateway/schemas"
import { type Call, sessionCaller } from "../../../gateway/call"
import { followHandOff } from "../../../workflows/storefront/follow-hand-off"
import { sessionOf } from "../../../workflows/checkout/owned-sessions"
import { checkoutView } from "./checkout-view"

const CheckoutKey = z.object({ id: PathId })
type CheckoutKey = z.infer<typeof CheckoutKey>

/**
 * `GET /checkout-sessions/{id}` (UCP: Checkout, get): the current checkout, with the payment status last reported by
 * the bank.
 */
export const getCheckout = operation({
  access: "dev.ucp.shopping.checkout:manage",
  input: CheckoutKey,
  run: async ({ id }: CheckoutKey, call) => json(checkoutView(await followed(id, call), call)),
})

/** The checkout, with what its customer has done in the storefront if it was handed over. */
async function followed(id: string, call: Call) {
  const caller = sessionCaller(call)
  return followHandOff(await sessionOf("checkout", id, caller), caller)
}
