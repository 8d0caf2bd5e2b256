import { z } from "@medusajs/framework/zod"
import { changeCheckout } from "../../../workflows/checkout/change-checkout"
import { json } from "../../../gateway/reply"
import { sessionCaller } from "../../../gateway/call"
import { PathId } from "../../../gateway/schemas"
import { idempotent } from "../ucp-idempotency"
import { CHECKOUT_MEMBERS } from "../session/session-body"
import { UNCHANGED } from "../session/session-messages"
import { changeBy } from "../session/requested-change"
import { checkoutView } from "./checkout-view"

const CheckoutUpdate = z.object({ id: PathId, ...CHECKOUT_MEMBERS })
type CheckoutUpdate = z.infer<typeof CheckoutUpdate>

/**
 * `PUT /checkout-sessions/{id}` (UCP: Checkout, Update Checkout): an official update replaces the checkout; any other one
 * replaces only the members in the body. While a payment is in progress nothing changes, and a message says so. Throws `invalid_state` for a checkout
 * that has ended.
 */
export const updateCheckout = idempotent({
  name: "checkout.update",
  prefix: "chk",
  access: "dev.ucp.shopping.checkout:manage",
  input: CheckoutUpdate,
  async run({ id, ...body }: CheckoutUpdate, call, request) {
    const { session, is_payment_in_progress } = await changeCheckout(
      id,
      await changeBy(body, call),
      sessionCaller(call),
      request
    )
    return json(checkoutView(session, call, is_payment_in_progress ? [UNCHANGED] : []))
  },
})
