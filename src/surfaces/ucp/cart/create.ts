import { z } from "@medusajs/framework/zod"
import { json } from "../../reply"
import { keyed } from "../keyed"
import { CART_MEMBERS, Lines } from "../session/body"
import { begin } from "../../session/begin"
import { firstWishes, ownerOf } from "../../session/owner"
import { sessionOf } from "../../session/sessions"
import { nothingBegun } from "../session/nothing-begun"
import { changed } from "../session/wishes"
import { cartView } from "./view"

const CartBody = z.object({ ...CART_MEMBERS, line_items: Lines.min(1) })
type CartBody = z.infer<typeof CartBody>

/** `POST /carts` (UCP: Cart, create): the store sets the prices; a message names each item that is not available. */
export const createCart = keyed({
  name: "cart.create",
  prefix: "cart",
  access: "dev.ucp.shopping.cart:manage",
  input: CartBody,
  async run(body: CartBody, call, id) {
    const owner = ownerOf(call)
    const wishes = changed(await firstWishes(owner, call), body)
    const refusal = await begin({ id, kind: "cart", ...owner, wishes, source_id: null }, call)
    if (refusal) return nothingBegun(refusal, call)
    return json(cartView(await sessionOf("cart", id, call), call), 201)
  },
})
