import { z } from "@medusajs/framework/zod"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { sessionCaller } from "../../../gateway/call"
import { PathId } from "../../../gateway/schemas"
import { sessionOf } from "../../../workflows/checkout/owned-sessions"
import { cartView } from "./cart-view"

const CartKey = z.object({ id: PathId })
type CartKey = z.infer<typeof CartKey>

/** `GET /carts/{id}` (UCP: Cart, get). */
export const getCart = operation({
  access: "dev.ucp.shopping.cart:manage",
  input: CartKey,
  run: async ({ id }: CartKey, call) =>
    json(cartView(await sessionOf("cart", id, sessionCaller(call)), call)),
})
