import { z } from "@medusajs/framework/zod"
import { json } from "../../../gateway/reply"
import { PathId } from "../../../gateway/schemas"
import { ownerOf, sessionCaller } from "../../../gateway/call"
import type { RequestedCheckout } from "../../../modules/agent/models/session"
import { initialCheckout } from "../../../workflows/checkout/initial-checkout"
import { sessionOf, update, withSessionLock } from "../../../workflows/checkout/owned-sessions"
import { idempotent } from "../acp-idempotency"
import { changed, unplaced } from "../session/requested-checkout"
import { CART_MEMBERS } from "./cart-body"
import { cartView } from "./cart-view"
import { requireNewest } from "../newest-only"

const CartUpdate = z.object({ id: PathId, ...CART_MEMBERS })
type CartUpdate = z.infer<typeof CartUpdate>

/**
 * `POST /carts/{id}` and `PUT /carts/{id}` (ACP: Cart, update). "Full replacement — the agent MUST send the complete
 * desired cart state" (2026-04-17: CartUpdateRequest): a buyer that the body does not have is removed. Lines keep their
 * ids. Throws `not_found` as `getCart` does.
 */
export const updateCart = idempotent({
  name: "acp.cart.update",
  prefix: "cart",
  access: "acp:checkout:write",
  input: CartUpdate,
  async run({ id, ...body }: CartUpdate, call, request) {
    requireNewest("carts", call)
    const initial = unplaced(await initialCheckout(ownerOf(call), call.container))
    const replace = ({ lines }: RequestedCheckout) => changed({ ...initial, lines }, body)
    await withSessionLock("cart", id, sessionCaller(call), (cart) =>
      update(cart, replace, sessionCaller(call), request)
    )
    return json(cartView(await sessionOf("cart", id, sessionCaller(call))))
  },
})
