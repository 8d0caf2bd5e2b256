import { z } from "@medusajs/framework/zod"
import { changeCheckout } from "../../../workflows/checkout/change-checkout"
import { json } from "../../../gateway/reply"
import { sessionCaller } from "../../../gateway/call"
import { PathId } from "../../../gateway/schemas"
import { idempotent } from "../acp-idempotency"
import { SESSION_MEMBERS } from "../session/session-body"
import { errorMessage } from "../session/session-messages"
import { changed } from "../session/requested-checkout"
import { sessionView } from "./checkout-view"

const SessionUpdate = z.object({ id: PathId, ...SESSION_MEMBERS })
type SessionUpdate = z.infer<typeof SessionUpdate>

const UNCHANGED = errorMessage(
  "conflict",
  "Nothing was changed: a payment is under way. Wait for its end, or cancel the session.",
  "$"
)

/**
 * `POST /checkout_sessions/{id}` (ACP: Checkout, update): members in the body replace the stored ones, absent members
 * stay, null clears. While a payment is in progress nothing changes, and a message says so. Throws `invalid_state`
 * for a session that has ended.
 */
export const updateSession = idempotent({
  name: "acp.update",
  prefix: "cs",
  access: "acp:checkout:write",
  input: SessionUpdate,
  async run({ id, ...body }: SessionUpdate, call, request) {
    const { session, is_payment_in_progress } = await changeCheckout(
      id,
      (requested) => changed(requested, body),
      sessionCaller(call),
      request
    )
    return json(await sessionView(session, call, is_payment_in_progress ? [UNCHANGED] : []))
  },
})
