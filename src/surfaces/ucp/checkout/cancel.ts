import { z } from "@medusajs/framework/zod"
import { cancelSession } from "../../../workflows/session/cancel-session"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { keyed } from "../keyed"
import { holding, sessionOf } from "../session/sessions"
import { refuseEnded } from "./ended"
import { checkoutStatus, checkoutView } from "./view"

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
  run: ({ id }: CheckoutKey, call, request) =>
    holding("checkout", id, call, async (session) => {
      if (session.canceled_by === request) return json(checkoutView(session, call))
      refuseEnded(id, checkoutStatus(session))
      await cancelSession(call.container, session, request)
      return json(checkoutView(await sessionOf("checkout", id, call), call))
    }),
})
