import { z } from "@medusajs/framework/zod"
import { json } from "../../../gateway/reply"
import { PathId } from "../../../gateway/schemas"
import { sessionCaller } from "../../../gateway/call"
import { cancelSession } from "../../../workflows/checkout/cancel-session"
import { withSessionLock } from "../../../workflows/checkout/owned-sessions"
import { idempotent } from "../acp-idempotency"
import { cartView } from "./cart-view"
import { requireNewest } from "../newest-only"

const CartKey = z.object({ id: PathId })
type CartKey = z.infer<typeof CartKey>

/**
 * `POST /carts/{id}/cancel` (ACP: Cart, cancel): returns the cart's last state; later requests for it get `not_found`.
 */
export const cancelCart = idempotent({
  name: "acp.cart.cancel",
  prefix: "cart",
  usesBody: false,
  access: "acp:checkout:write",
  input: CartKey,
  async run({ id }: CartKey, call, request) {
    requireNewest("carts", call)
    const end = async (cart: Parameters<typeof cartView>[0]) => {
      if (!cart.canceled_at) await cancelSession(call.container, cart, request)
      return json(cartView(cart))
    }
    return withSessionLock("cart", id, sessionCaller(call), end, request)
  },
})
