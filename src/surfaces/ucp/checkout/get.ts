import { z } from "@medusajs/framework/zod"
import { operation } from "../../operation"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { sessionOf } from "../../session/sessions"
import { checkoutView } from "./view"

const CheckoutKey = z.object({ id: PathId })
type CheckoutKey = z.infer<typeof CheckoutKey>

/**
 * `GET /checkout-sessions/{id}` (UCP: Checkout, get): the current checkout, with the payment status last reported by
 * the bank.
 */
export const getCheckout = operation({
  access: "dev.ucp.shopping.checkout:manage",
  input: CheckoutKey,
  run: async ({ id }: CheckoutKey, call) => json(checkoutView(await sessionOf("checkout", id, call), call)),
})
