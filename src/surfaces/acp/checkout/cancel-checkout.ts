import { z } from "@medusajs/framework/zod"
import { problem, problemIn } from "../../../domain/errors"
import { cancelCheckout } from "../../../workflows/checkout/cancel-checkout"
import { json } from "../../../gateway/reply"
import { sessionCaller } from "../../../gateway/call"
import { PathId } from "../../../gateway/schemas"
import { idempotent } from "../acp-idempotency"
import { sessionView } from "./checkout-view"

const SessionKey = z.object({ id: PathId })
type SessionKey = z.infer<typeof SessionKey>

/**
 * `POST /checkout_sessions/{id}/cancel` (ACP: Checkout, cancel). A payment in progress is first ended at the bank.
 * Throws `checkout_not_cancelable` for a session that has ended, and `bank_unavailable` while the bank has not
 * confirmed the end of the payment.
 */
export const cancelSession = idempotent({
  name: "acp.cancel",
  prefix: "cs",
  usesBody: false,
  access: "acp:checkout:write",
  input: SessionKey,
  async run({ id }: SessionKey, call, request) {
    const session = await cancelCheckout(id, request, sessionCaller(call)).catch(asEnded)
    return json(await sessionView(session, call))
  },
})

function asEnded(thrown: unknown): never {
  const refusal = problemIn(thrown)
  if (refusal?.code !== "invalid_state") throw thrown
  throw problem("checkout_not_cancelable", refusal.data, refusal.message)
}
