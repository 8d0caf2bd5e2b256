import { networkTransactionId } from "./authorization"
import type { Bank } from "./bank"
import type { DeclineCode } from "./declines"
import { eventFacts } from "./events"
import type { TokenRecord, UsedCard } from "./records"
import { closed } from "./settle-payment"
import { activate, failToken, type Token } from "./token"

/** The customer agreed: saves the card and creates the event. */
export function activateToken(bank: Bank, record: TokenRecord, card: UsedCard): void {
  const { token } = record
  const active = activate(token, card.facts, networkTransactionId(token.id), bank.clock.now())
  settle(bank, { ...record, quirk: card.quirk }, active, "token.activated")
}

/** The card was declined, or the authentication failed. */
export function refuseToken(bank: Bank, record: TokenRecord, card: UsedCard, code: DeclineCode): void {
  const why = { code, card: card.facts, status: "failed" as const }
  settle(bank, record, failToken(record.token, why, bank.clock.now()), "token.failed")
}

/** The customer left on purpose (`canceled`: the token failed), or never finished. */
export function abandonToken(bank: Bank, record: TokenRecord, how: "canceled" | "expired"): void {
  const status = how === "expired" ? ("expired" as const) : ("failed" as const)
  const why = { code: "sca_abandoned" as const, card: null, status }
  settle(bank, record, failToken(record.token, why, bank.clock.now()), "token.failed")
}

function settle(bank: Bank, record: TokenRecord, token: Token, type: string): void {
  const settled = { ...record, token, session: closed(record.session), due: [] }
  bank.ledger.commit([{ kind: "token", record: settled }, ...eventFacts(bank, { type, token })])
}
