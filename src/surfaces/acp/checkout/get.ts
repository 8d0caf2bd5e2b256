import { z } from "@medusajs/framework/zod"
import { operation } from "../../operation"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { sessionOf } from "../../session/sessions"
import { sessionView } from "./view"

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
    json(await sessionView(await sessionOf("checkout", id, call), call)),
})
