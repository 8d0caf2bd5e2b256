import { problem } from "../../domain/errors"
import { isOpen } from "../../gateway/admission"
import { type Call, callerOf } from "../../gateway/call"
import { audited } from "../../gateway/refusals"
import type { Gate } from "../../gateway/surface"

/** Gate: the token belongs to a customer. A token of staff, such as the sandbox credential, has no customer account. */
export const customerGate: Gate = async (call, { operation: { access } }) => {
  if (isOpen(access)) return
  const { actor_type, client_id } = callerOf(call)
  await audited(client_id, call, () => {
    if (actor_type !== "customer") throw problem("unauthorized", { reason: "no_customer" }, STAFF)
  })
}

const STAFF = "The token does not belong to a customer of the store."

/** The Medusa id of the customer that the token belongs to. */
export const customerOf = (call: Call): string => callerOf(call).actor_id
