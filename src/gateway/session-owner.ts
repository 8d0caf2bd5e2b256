import type { SessionOwner } from "../modules/agent/models/session"
import type { SessionCaller } from "../workflows/checkout/session-caller"
import { type Call, callerOf } from "./call"

/** The owner of the sessions that a call may access: its client, and the customer if the token belongs to one. */
export function ownerOf(call: Call): SessionOwner {
  const { client_id, actor_type, actor_id } = callerOf(call)
  return { client_id, customer_id: actor_type === "customer" ? actor_id : null }
}

/** The owner as one string. Idempotency keys of different owners do not collide. */
export function ownerNameOf(call: Call): string {
  const { client_id, customer_id } = ownerOf(call)
  return customer_id ? `${client_id} ${customer_id}` : client_id
}

/** The caller of this call, for the operations on sessions. */
export function sessionCaller(call: Call): SessionCaller {
  return { container: call.container, owner: ownerOf(call), request_id: call.request_id, address: call.ip }
}
