import { z } from "@medusajs/framework/zod"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { PathId } from "../../../gateway/schemas"
import { sessionCaller } from "../../../gateway/call"
import { sessionOf } from "../../../workflows/checkout/owned-sessions"
import { cartView } from "./cart-view"
import { requireNewest } from "../newest-only"

const CartKey = z.object({ id: PathId })
type CartKey = z.infer<typeof CartKey>

/** `GET /carts/{id}` (ACP: Cart, get). Throws `not_found` also for a cart that was canceled or has expired. */
export const getCart = operation({
  access: "acp:checkout:read",
  input: CartKey,
  async run({ id }: CartKey, call) {
    requireNewest("carts", call)
    return json(cartView(await sessionOf("cart", id, sessionCaller(call))))
  },
})
