import { z } from "@medusajs/framework/zod"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { sessionCaller } from "../../../gateway/call"
import { PathId } from "../../../gateway/schemas"
import { followHandOff } from "../../../workflows/storefront/follow-hand-off"
import { sessionOf } from "../../../workflows/checkout/owned-sessions"
import { sessionView } from "./checkout-view"

const SessionKey = z.object({ id: PathId })
type SessionKey = z.infer<typeof SessionKey>

/**
 * `GET /checkout_sessions/{id}` (ACP: Checkout, retrieve): the current session, with the payment status last reported
 * by the bank, or with what the customer has done in the storefront.
 */
export const getSession = operation({
  access: "acp:checkout:read",
  input: SessionKey,
  async run({ id }: SessionKey, call) {
    const caller = sessionCaller(call)
    const session = await followHandOff(await sessionOf("checkout", id, caller), caller)
    return json(await sessionView(session, call))
  },
})
