import { z } from "@medusajs/framework/zod"
import { json } from "../../../gateway/reply"
import { idempotent } from "../ucp-idempotency"
import { CART_MEMBERS, Lines } from "../session/session-body"
import { begin } from "../../../workflows/checkout/begin-session"
import { ownerOf, sessionCaller } from "../../../gateway/call"
import { initialCheckout } from "../../../workflows/checkout/initial-checkout"
import { sessionOf } from "../../../workflows/checkout/owned-sessions"
import { unavailableResponse } from "../session/session-responses"
import { changed } from "../session/requested-checkout"
import { cartView } from "./cart-view"

const CartBody = z.object({ ...CART_MEMBERS, line_items: Lines.min(1) })
type CartBody = z.infer<typeof CartBody>

/** `POST /carts` (UCP: Cart, create): the store sets the prices; a message names each item that is not available. */
export const createCart = idempotent({
  name: "cart.create",
  prefix: "cart",
  access: "dev.ucp.shopping.cart:manage",
  input: CartBody,
  async run(body: CartBody, call, id) {
    const owner = ownerOf(call)
    const requested = changed(await initialCheckout(owner, call.container), body)
    const refusal = await begin(
      { id, kind: "cart", ...owner, requested, source_id: null },
      sessionCaller(call)
    )
    if (refusal) return unavailableResponse(refusal, call)
    return json(cartView(await sessionOf("cart", id, sessionCaller(call)), call), 201)
  },
})
