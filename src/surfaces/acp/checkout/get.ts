import { z } from "@medusajs/framework/zod"
import { operation } from "../../operation"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { sessionOf } from "../../session/sessions"
import { sessionView } from "./view"

const SessionKey = z.object({ id: PathId })
type SessionKey = z.infer<typeof SessionKey>

/** `GET /checkout_sessions/{id}` (ACP: Checkout, retrieve): as it stands, by what the bank has said of its payment. */
export const getSession = operation({
  access: "acp:checkout:read",
  input: SessionKey,
  run: async ({ id }: SessionKey, call) =>
    json(await sessionView(await sessionOf("checkout", id, call), call)),
})
