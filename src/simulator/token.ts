import type { CardFacts } from "./cards"
import { decline, type Decline, type DeclineCode } from "./declines"
import type { Mit, NextAction } from "./payment"

/**
 * The limits the customer agreed to, in minor units: `max_amount` of each charge, which the bank enforces, and
 * `max_per_month`, which the merchant enforces.
 */
export interface Terms {
  max_amount: number | null
  max_per_month: number | null
  frequency_days: number | null
  expires_at: string | null
}

/** The full snapshot of a saved card, as in API responses. `version` increases with each change. */
export interface Token {
  id: string
  version: number
  merchant_id: string
  merchant_reference: string
  customer_reference: string | null
  status: "requires_action" | "active" | "revoked" | "expired" | "failed"
  currency: string
  usage: Mit["type"]
  terms: Terms
  card: CardFacts | null
  network_transaction_id: string | null
  next_action: NextAction | null
  decline: Decline | null
  livemode: false
  created_at: string
  updated_at: string
}

/** The members a token has from its creation. */
export type TokenOpening = Pick<
  Token,
  "id" | "merchant_id" | "merchant_reference" | "customer_reference" | "currency" | "usage" | "terms"
>

/** A new token that waits for the customer, or, without a page, for its activation by the caller. */
export function openToken(opening: TokenOpening, nextAction: NextAction | null, now: Date): Token {
  const at = now.toISOString()
  return {
    ...opening,
    version: 1,
    status: "requires_action",
    next_action: nextAction,
    card: null,
    network_transaction_id: null,
    decline: null,
    livemode: false,
    created_at: at,
    updated_at: at,
  }
}

/** The customer agreed: the card may be charged. */
export function activate(token: Token, card: CardFacts, networkTransactionId: string, now: Date): Token {
  return changeToken(token, now, { status: "active", card, network_transaction_id: networkTransactionId })
}

/** The card was declined, or the customer left; `expired` when the page's time ran out. */
export function failToken(
  token: Token,
  why: { code: DeclineCode; card: CardFacts | null; status: "failed" | "expired" },
  now: Date
): Token {
  return changeToken(token, now, { status: why.status, card: why.card, decline: decline(why.code) })
}

/** The agreement has ended. */
export function revoke(token: Token, now: Date): Token {
  return changeToken(token, now, { status: "revoked" })
}

function changeToken(token: Token, now: Date, patch: Partial<Token>): Token {
  const version = token.version + 1
  return { ...token, next_action: null, ...patch, version, updated_at: now.toISOString() }
}
