import { problem } from "../../../domain/errors"
import { type Call, ownerOf, sessionCaller } from "../../../gateway/call"
import { json } from "../../../gateway/reply"
import type { RequestedCheckout } from "../../../modules/agent/models/session"
import type { SessionNow } from "../../../queries/checkout/sessions"
import { begin } from "../../../workflows/checkout/begin-session"
import { sessionOf, sessionsOf, withSessionLock } from "../../../workflows/checkout/owned-sessions"
import { changed } from "../session/requested-checkout"
import type { SessionBody } from "../session/session-body"
import { unavailable } from "../session/unavailable"
import { sessionView } from "./checkout-view"
import { requireNewest } from "../newest-only"

/** A request to check out a cart in the new session `id`. `initial` is the checkout without the cart. */
interface Conversion {
  readonly cart_id: string
  readonly id: string
  readonly initial: RequestedCheckout
  readonly body: SessionBody
}

/**
 * Creates a session from a cart of the caller (ACP: Cart, conversion): with the cart's items, buyer and codes; the same
 * members of the body are ignored. A cart has one session at a time: while that is open, it is returned, with 200.
 * Throws `not_found` for a cart that does not exist, `invalid_state` for one that was bought, and `invalid_params` when
 * none of its items is available.
 */
export function convertCart(conversion: Conversion, call: Call) {
  requireNewest("carts", call)
  const { cart_id } = conversion
  return withSessionLock("cart", cart_id, sessionCaller(call), (cart) => converted(cart, conversion, call))
}

async function converted(cart: SessionNow, { id, initial, body }: Conversion, call: Call) {
  const owner = ownerOf(call)
  const sessions = sessionsOf(call)
  const known = await sessions.checkoutOf(cart.id, owner)
  if (known && known !== id) return answer(known, call, 200)
  if (await sessions.isBought(cart.id, owner)) throw problem("invalid_state", { id: cart.id }, BOUGHT)
  const requested = requestedFrom(cart, initial, body)
  const session = { id, kind: "checkout" as const, ...owner, requested, source_id: cart.id }
  const refused = await begin(session, sessionCaller(call))
  if (refused) throw unavailable(refused, cart.requested.lines.length)
  return answer(id, call, 201)
}

/** The members that the cart decides. */
const OF_CART = { line_items: undefined, buyer: undefined, discounts: undefined, coupons: undefined }

const BOUGHT = "The cart was bought already. Create another cart."

function requestedFrom({ requested }: SessionNow, initial: RequestedCheckout, body: SessionBody) {
  const { lines, buyer, codes } = requested
  return changed({ ...initial, lines, buyer, codes }, { ...body, ...OF_CART })
}

async function answer(id: string, call: Call, status: number) {
  return json(await sessionView(await sessionOf("checkout", id, sessionCaller(call)), call), status)
}
