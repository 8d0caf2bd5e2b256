import type { Bank } from "./bank"
import { BankError } from "./errors"
import { eventFacts } from "./events"
import type { Fact, TokenRecord } from "./records"
import { closed } from "./settle-payment"
import { revoke, type Token } from "./token"

/**
 * Revokes a token, for the merchant or the cardholder. Repeated calls change nothing. Throws 409 for a token that has
 * failed or expired.
 */
export function revokeToken(bank: Bank, record: TokenRecord): { token: Token; facts: Fact[] } {
  const { id, status } = record.token
  if (status === "revoked") return { token: record.token, facts: [] }
  if (status !== "active" && status !== "requires_action")
    throw new BankError("invalid_state", `A token that is ${status} cannot be revoked.`, { token_id: id })
  const token = revoke(record.token, bank.clock.now())
  const revoked = { ...record, token, session: closed(record.session), due: [] }
  return {
    token,
    facts: [{ kind: "token", record: revoked }, ...eventFacts(bank, { type: "token.revoked", token })],
  }
}
