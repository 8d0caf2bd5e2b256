import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { SessionNow } from "../../../queries/sessions"
import { type Call } from "../../call"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { keyed } from "../keyed"
import { begin } from "../../session/begin"
import { CHECKOUT_MEMBERS } from "../session/body"
import { firstWishes, ownerOf } from "../../session/owner"
import { holding, sessionOf, sessionsOf } from "../../session/sessions"
import { nothingBegun } from "../session/nothing-begun"
import { changed } from "../session/wishes"
import { checkoutView } from "./view"

const CheckoutBody = z.object({ cart_id: PathId.nullish(), ...CHECKOUT_MEMBERS })
type CheckoutBody = z.infer<typeof CheckoutBody>

/**
 * `POST /checkout-sessions` (UCP: Checkout, create): creates a checkout from lines or from a cart. The contents of
 * the cart win over the same members in the body. A cart that already has a checkout returns that checkout.
 */
export const createCheckout = keyed({
  name: "checkout.create",
  prefix: "chk",
  access: "dev.ucp.shopping.checkout:manage",
  input: CheckoutBody,
  async run({ cart_id, ...body }: CheckoutBody, call, id) {
    if (typeof cart_id === "string")
      return holding("cart", cart_id, call, (cart) => fromCart(cart, body, call, id))
    if (!body.line_items?.length) throw problem("invalid_params", { issues: [NO_LINES] })
    const owner = ownerOf(call)
    const wishes = changed(await firstWishes(owner, call), body)
    const refusal = await begin({ id, kind: "checkout", ...owner, wishes, source_id: null }, call)
    return refusal ? nothingBegun(refusal, call) : created(id, call)
  },
})

const NO_LINES = { path: "line_items", message: "must have a line, unless cart_id names a cart" }

async function fromCart(cart: SessionNow, body: Omit<CheckoutBody, "cart_id">, call: Call, id: string) {
  const owner = ownerOf(call)
  const known = await sessionsOf(call).checkoutOf(cart.id, owner)
  if (known && known !== id) return created(known, call, 200)
  const first = await firstWishes(owner, call)
  const { line_items: _, discounts: __, ...rest } = body
  const wishes = { ...changed({ ...first, ...cart.wishes, delivery: first.delivery }, rest) }
  const refusal = await begin({ id, kind: "checkout", ...owner, wishes, source_id: cart.id }, call)
  return refusal ? nothingBegun(refusal, call) : created(id, call)
}

async function created(id: string, call: Call, status = 201) {
  return json(checkoutView(await sessionOf("checkout", id, call), call), status)
}
