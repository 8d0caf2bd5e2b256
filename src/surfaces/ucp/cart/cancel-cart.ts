import { z } from "@medusajs/framework/zod"
import { cancelSession } from "../../../workflows/checkout/cancel-session"
import { json } from "../../../gateway/reply"
import { sessionCaller } from "../../../gateway/call"
import { PathId } from "../../../gateway/schemas"
import { idempotent } from "../ucp-idempotency"
import { withSessionLock } from "../../../workflows/checkout/owned-sessions"
import { cartView } from "./cart-view"

const CartKey = z.object({ id: PathId })
type CartKey = z.infer<typeof CartKey>

/**
 * `POST /carts/{id}/cancel` (UCP: Cart, cancel): returns the cart's last state; later requests for it get
 * `not_found`.
 */
export const cancelCart = idempotent({
  name: "cart.cancel",
  prefix: "cart",
  access: "dev.ucp.shopping.cart:manage",
  input: CartKey,
  run: ({ id }: CartKey, call, request) =>
    withSessionLock(
      "cart",
      id,
      sessionCaller(call),
      async (session) => {
        if (!session.canceled_at) await cancelSession(call.container, session, request)
        return json(cartView(session, call))
      },
      request
    ),
})
