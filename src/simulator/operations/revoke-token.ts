import { BankError } from "../errors"
import { tell } from "../events"
import type { Outcome } from "../idempotency"
import { closed } from "../settle-payment"
import { revoke } from "../token"
import { tokenOf, type Call } from "./call"

/** `DELETE /tokens/{id}`: the card may not be charged any more; doing it again changes nothing. */
export function revokeToken(call: Call): Outcome {
  const { bank } = call
  const record = tokenOf(call)
  const { id, status } = record.token
  if (status === "revoked") return { status: 200, body: record.token, facts: [] }
  if (status !== "active" && status !== "requires_action")
    throw new BankError("invalid_state", `A token that is ${status} cannot be revoked.`, { token_id: id })
  const token = revoke(record.token, bank.clock.now())
  const revoked = { ...record, token, session: closed(record.session), due: [] }
  return {
    status: 200,
    body: token,
    facts: [{ kind: "token", record: revoked }, ...tell(bank, { type: "token.revoked", token })],
  }
}
