import { z } from "@medusajs/framework/zod"
import type { SessionNow } from "../../../queries/sessions"
import { type Call } from "../../call"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { keyed } from "../keyed"
import { CHECKOUT_MEMBERS, type SessionBody } from "../session/body"
import { UNCHANGED } from "../session/messages"
import { holding, rewrite, sessionOf } from "../session/sessions"
import { changed } from "../session/wishes"
import { refuseEnded } from "./ended"
import { checkoutStatus, checkoutView } from "./view"

const CheckoutUpdate = z.object({ id: PathId, ...CHECKOUT_MEMBERS })
type CheckoutUpdate = z.infer<typeof CheckoutUpdate>

/**
 * `PUT /checkout-sessions/{id}` (UCP: Checkout, update): what is present replaces, what is absent stays. While a payment
 * is under way nothing changes, and the answer says so. Throws `invalid_state` for one that has ended.
 */
export const updateCheckout = keyed({
  name: "checkout.update",
  prefix: "chk",
  access: "dev.ucp.shopping.checkout:manage",
  input: CheckoutUpdate,
  run: ({ id, ...body }: CheckoutUpdate, call) =>
    holding("checkout", id, call, (session) => update(session, body, call)),
})

async function update(session: SessionNow, body: SessionBody, call: Call) {
  const status = checkoutStatus(session)
  refuseEnded(session.id, status)
  const isPaying = status === "requires_escalation" || status === "complete_in_progress"
  if (isPaying) return json(checkoutView(session, call, [UNCHANGED]))
  await rewrite(session, changed(session.wishes, body), call)
  return json(checkoutView(await sessionOf("checkout", session.id, call), call))
}
