import { z } from "@medusajs/framework/zod"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { keyed } from "../keyed"
import { CART_MEMBERS } from "../session/body"
import { holding, rewrite, sessionOf } from "../../session/sessions"
import { changed } from "../session/wishes"
import { cartView } from "./view"

const CartUpdate = z.object({ id: PathId, ...CART_MEMBERS })
type CartUpdate = z.infer<typeof CartUpdate>

/** `PUT /carts/{id}` (UCP: Cart, update): members in the body replace the stored ones; absent members stay. */
export const updateCart = keyed({
  name: "cart.update",
  prefix: "cart",
  access: "dev.ucp.shopping.cart:manage",
  input: CartUpdate,
  async run({ id, ...body }: CartUpdate, call) {
    await holding("cart", id, call, (session) => rewrite(session, changed(session.wishes, body), call))
    return json(cartView(await sessionOf("cart", id, call), call))
  },
})
