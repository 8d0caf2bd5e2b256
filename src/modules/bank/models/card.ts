import type { Agreement, CardStatus, Usage } from "../../../domain/card"

/** `gw_card_token`: one card the bank keeps for us. It belongs to the client that asked for it. */
export interface CardToken extends Agreement {
  readonly id: string
  readonly client_id: string
  /** Ours at the bank; of a card kept while paying, the payment's. */
  readonly merchant_reference: string
  /** The bank's token. Nobody is told of it. */
  readonly bank_token_id: string | null
  /** The payment the card was kept with; null for one that was kept on its own. */
  readonly payment_id: string | null
  readonly currency: string
  readonly status: CardStatus
  /** The version of the newest snapshot taken; 0 before the first. */
  readonly version: number
  readonly brand: string | null
  readonly last4: string | null
  readonly exp_month: number | null
  readonly exp_year: number | null
  /** What a charge without the shopper rests on. */
  readonly network_transaction_id: string | null
  /** The page of ours to which the bank sends the shopper back. */
  readonly return_url: string | null
  /** The agent's page to which ours sends the shopper on. */
  readonly continue_url: string | null
  /** The bank's page for the shopper. */
  readonly redirect_url: string | null
  readonly decline_code: string | null
  readonly decline_message: string | null
  readonly review_reason: string | null
  /** The key of the opening call; null where there is none. */
  readonly idempotency_key: string | null
  /** Set when we have asked for the card's end, until the bank has said that it came. */
  readonly revoke_requested_at: Date | null
  /** Under which it was erased whose card it is. */
  readonly erasure_id: string | null
  readonly created_at: Date
}

/** What agents are told of a card's state: one whose end is asked for, or has come by its terms, is not active. */
export function toldStatusOf({ status, terms, revoke_requested_at }: CardToken): CardStatus {
  if (status !== "active") return status === "created" || status === "unknown" ? "requires_action" : status
  if (revoke_requested_at) return "revoked"
  return terms.expires_at && Date.parse(terms.expires_at) <= Date.now() ? "expired" : "active"
}

/** A kept card as agents are told it. */
export interface CardRecord {
  token_id: string
  brand: string | null
  last4: string | null
  exp_month: number | null
  exp_year: number | null
  status: CardStatus
  usage: Usage
}

/** What a row says to the outside. `token_id` is our own id of the card, never the bank's. */
export function cardRecordOf(card: CardToken): CardRecord {
  const { id: token_id, brand, last4, exp_month, exp_year, usage } = card
  return { token_id, brand, last4, exp_month, exp_year, status: toldStatusOf(card), usage }
}
