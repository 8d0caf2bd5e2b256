import { z } from "@medusajs/framework/zod"
import { json } from "../../../gateway/reply"
import { sessionCaller } from "../../../gateway/call"
import { PathId } from "../../../gateway/schemas"
import { idempotent } from "../ucp-idempotency"
import { CART_MEMBERS } from "../session/session-body"
import { withSessionLock, sessionOf, update } from "../../../workflows/checkout/owned-sessions"
import { changeBy } from "../session/requested-change"
import { cartView } from "./cart-view"

const CartUpdate = z.object({ id: PathId, ...CART_MEMBERS })
type CartUpdate = z.infer<typeof CartUpdate>

/**
 * `PUT /carts/{id}` (UCP: Cart, Update Cart): an official update replaces the cart; any other one replaces only the
 * members in the body.
 */
export const updateCart = idempotent({
  name: "cart.update",
  prefix: "cart",
  access: "dev.ucp.shopping.cart:manage",
  input: CartUpdate,
  async run({ id, ...body }: CartUpdate, call, request) {
    const change = await changeBy(body, call)
    await withSessionLock("cart", id, sessionCaller(call), (session) =>
      update(session, change, sessionCaller(call), request)
    )
    return json(cartView(await sessionOf("cart", id, sessionCaller(call)), call))
  },
})
