import { z } from "@medusajs/framework/zod"
import { changeCheckout } from "../../session/change-checkout"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { keyed } from "../keyed"
import { CHECKOUT_MEMBERS } from "../session/body"
import { UNCHANGED } from "../session/messages"
import { changed } from "../session/wishes"
import { checkoutView } from "./view"

const CheckoutUpdate = z.object({ id: PathId, ...CHECKOUT_MEMBERS })
type CheckoutUpdate = z.infer<typeof CheckoutUpdate>

/**
 * `PUT /checkout-sessions/{id}` (UCP: Checkout, update): members in the body replace the stored ones; absent members
 * stay. While a payment is in progress nothing changes, and a message says so. Throws `invalid_state` for a checkout
 * that has ended.
 */
export const updateCheckout = keyed({
  name: "checkout.update",
  prefix: "chk",
  access: "dev.ucp.shopping.checkout:manage",
  input: CheckoutUpdate,
  async run({ id, ...body }: CheckoutUpdate, call) {
    const { session, is_under_way } = await changeCheckout(id, (wishes) => changed(wishes, body), call)
    return json(checkoutView(session, call, is_under_way ? [UNCHANGED] : []))
  },
})
