import { z } from "@medusajs/framework/zod"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { sessionCaller } from "../../../gateway/session-owner"
import { PathId } from "../../../gateway/schemas"
import { sessionOf } from "../../../workflows/checkout/owned-sessions"
import { sessionView } from "./checkout-view"

const SessionKey = z.object({ id: PathId })
type SessionKey = z.infer<typeof SessionKey>

/**
 * `GET /checkout_sessions/{id}` (ACP: Checkout, retrieve): the current session, with the payment status last reported
 * by the bank.
 */
export const getSession = operation({
  access: "acp:checkout:read",
  input: SessionKey,
  run: async ({ id }: SessionKey, call) =>
    json(await sessionView(await sessionOf("checkout", id, sessionCaller(call)), call)),
})
