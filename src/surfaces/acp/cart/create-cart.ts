import { z } from "@medusajs/framework/zod"
import { json } from "../../../gateway/reply"
import { ownerOf, sessionCaller } from "../../../gateway/call"
import { begin } from "../../../workflows/checkout/begin-session"
import { initialCheckout } from "../../../workflows/checkout/initial-checkout"
import { sessionOf } from "../../../workflows/checkout/owned-sessions"
import { idempotent } from "../acp-idempotency"
import { changed, unplaced } from "../session/requested-checkout"
import { unavailable } from "../session/unavailable"
import { CART_MEMBERS } from "./cart-body"
import { cartView } from "./cart-view"
import { requireNewest } from "../newest-only"

const NewCart = z.object(CART_MEMBERS)
type NewCart = z.infer<typeof NewCart>

/**
 * `POST /carts` (ACP: Cart, create): the store sets the prices, in the currency of its default region. Throws
 * `invalid_params` when none of the items is available, and `not_found` in a version without carts.
 */
export const createCart = idempotent({
  name: "acp.cart.create",
  prefix: "cart",
  access: "acp:checkout:write",
  input: NewCart,
  async run(body: NewCart, call, id) {
    requireNewest("carts", call)
    const owner = ownerOf(call)
    const requested = changed(unplaced(await initialCheckout(owner, call.container)), body)
    const refused = await begin(
      { id, kind: "cart", ...owner, requested, source_id: null },
      sessionCaller(call)
    )
    if (refused) throw unavailable(refused, body.line_items.length)
    return json(cartView(await sessionOf("cart", id, sessionCaller(call))), 201)
  },
})
