import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { SessionNow } from "../../../queries/checkout/sessions"
import { type Call, ownerOf, sessionCaller } from "../../../gateway/call"
import { json } from "../../../gateway/reply"
import { PathId } from "../../../gateway/schemas"
import { idempotent } from "../ucp-idempotency"
import { begin } from "../../../workflows/checkout/begin-session"
import { CHECKOUT_MEMBERS } from "../session/session-body"
import { initialCheckout } from "../../../workflows/checkout/initial-checkout"
import { withSessionLock, sessionOf, sessionsOf } from "../../../workflows/checkout/owned-sessions"
import { unavailableResponse } from "../session/session-responses"
import { changed } from "../session/requested-checkout"
import { checkoutView } from "./checkout-view"

const CheckoutBody = z.object({ cart_id: PathId.nullish(), ...CHECKOUT_MEMBERS })
type CheckoutBody = z.infer<typeof CheckoutBody>

/**
 * `POST /checkout-sessions` (UCP: Checkout, create): creates a checkout from lines or from a cart. The contents of
 * the cart win over the same members in the body. A cart that already has a checkout returns that checkout.
 */
export const createCheckout = idempotent({
  name: "checkout.create",
  prefix: "chk",
  access: "dev.ucp.shopping.checkout:manage",
  input: CheckoutBody,
  async run({ cart_id, ...body }: CheckoutBody, call, id) {
    if (typeof cart_id === "string")
      return withSessionLock("cart", cart_id, sessionCaller(call), (cart) => fromCart(cart, body, call, id))
    if (!body.line_items?.length) throw problem("invalid_params", { issues: [NO_LINES] })
    const owner = ownerOf(call)
    const requested = changed(await initialCheckout(owner, call.container), body)
    const refusal = await begin(
      { id, kind: "checkout", ...owner, requested, source_id: null },
      sessionCaller(call)
    )
    return refusal ? unavailableResponse(refusal, call) : created(id, call)
  },
})

const NO_LINES = { path: "line_items", message: "must have at least one line, unless cart_id names a cart" }

async function fromCart(cart: SessionNow, body: Omit<CheckoutBody, "cart_id">, call: Call, id: string) {
  const owner = ownerOf(call)
  const known = await sessionsOf(call).checkoutOf(cart.id, owner)
  if (known && known !== id) return created(known, call, 200)
  const first = await initialCheckout(owner, call.container)
  const { line_items: _, discounts: __, ...rest } = body
  const requested = { ...changed({ ...first, ...cart.requested, delivery: first.delivery }, rest) }
  const refusal = await begin(
    { id, kind: "checkout", ...owner, requested, source_id: cart.id },
    sessionCaller(call)
  )
  return refusal ? unavailableResponse(refusal, call) : created(id, call)
}

async function created(id: string, call: Call, status = 201) {
  return json(checkoutView(await sessionOf("checkout", id, sessionCaller(call)), call), status)
}
