import { z } from "@medusajs/framework/zod"
import { cancelSession } from "../../../workflows/session/cancel-session"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { keyed } from "../keyed"
import { holding } from "../../session/sessions"
import { cartView } from "./view"

const CartKey = z.object({ id: PathId })
type CartKey = z.infer<typeof CartKey>

/**
 * `POST /carts/{id}/cancel` (UCP: Cart, cancel): returns the cart's last state; later requests for it get
 * `not_found`.
 */
export const cancelCart = keyed({
  name: "cart.cancel",
  prefix: "cart",
  access: "dev.ucp.shopping.cart:manage",
  input: CartKey,
  run: ({ id }: CartKey, call, request) =>
    holding(
      "cart",
      id,
      call,
      async (session) => {
        if (!session.canceled_at) await cancelSession(call.container, session, request)
        return json(cartView(session, call))
      },
      request
    ),
})
