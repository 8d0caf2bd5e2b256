import { z } from "@medusajs/framework/zod"
import { operation } from "../../operation"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { sessionOf } from "../../session/sessions"
import { cartView } from "./view"

const CartKey = z.object({ id: PathId })
type CartKey = z.infer<typeof CartKey>

/** `GET /carts/{id}` (UCP: Cart, get). */
export const getCart = operation({
  access: "dev.ucp.shopping.cart:manage",
  input: CartKey,
  run: async ({ id }: CartKey, call) => json(cartView(await sessionOf("cart", id, call), call)),
})
