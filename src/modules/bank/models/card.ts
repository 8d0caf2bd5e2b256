import type { Agreement, CardStatus, Usage } from "../../../domain/card"

/**
 * `gw_card_token`: a card saved at the bank, which belongs to the client that requested it; or one that the customer has saved
 * at another payment provider, as one client may charge it in one currency.
 */
export interface CardToken extends Agreement {
  readonly id: string
  readonly client_id: string
  /** The store's reference at the bank. For a card saved while paying, the payment's reference. */
  readonly merchant_reference: string
  /** The name of the account at a bank at which the card is saved. It can be charged only there. */
  readonly bank_account: string
  /** The bank's token. It is never sent to agents or customers. */
  readonly bank_token_id: string | null
  /** Medusa's id of the payment provider at which the customer has saved it; null for a card saved at the bank. */
  readonly provider_id: string | null
  /** The provider's id of it. It is never sent to agents or customers. */
  readonly provider_method_id: string | null
  /** The customer's consent under which a card at a provider is charged; null for a card saved at the bank. */
  readonly consent_id: string | null
  /** The payment the card was saved with; null for a card saved on its own. */
  readonly payment_id: string | null
  readonly currency: string
  readonly status: CardStatus
  /** The version of the newest applied snapshot; 0 before the first. */
  readonly version: number
  readonly brand: string | null
  readonly last4: string | null
  readonly exp_month: number | null
  readonly exp_year: number | null
  /** The reference that a merchant-initiated charge of the card must carry. */
  readonly network_transaction_id: string | null
  /** The store's page to which the bank redirects the customer. */
  readonly return_url: string | null
  /** The agent's page to which the store redirects the customer. */
  readonly continue_url: string | null
  /** The link for the customer. */
  readonly redirect_url: string | null
  readonly decline_code: string | null
  readonly decline_message: string | null
  readonly review_reason: string | null
  /** The idempotency key of the call that starts saving the card; null for a card saved while paying. */
  readonly idempotency_key: string | null
  /** When the revocation was requested; null if it was not. */
  readonly revoke_requested_at: Date | null
  /** The id of the erasure that deleted the card's customer. */
  readonly erasure_id: string | null
  readonly created_at: Date
}

/** The status that agents see. A card whose revocation is requested or whose agreement has expired is not active. */
export function shownStatusOf({ status, terms, revoke_requested_at }: CardToken): CardStatus {
  if (status !== "active") return status === "created" || status === "unknown" ? "requires_action" : status
  if (revoke_requested_at) return "revoked"
  return Date.parse(terms.expires_at) <= Date.now() ? "expired" : "active"
}

/** A saved card as agents see it. */
export interface CardRecord {
  token_id: string
  brand: string | null
  last4: string | null
  exp_month: number | null
  exp_year: number | null
  status: CardStatus
  usage: Usage
}

/** The card for agents. `token_id` is the store's id of the card, never the bank's token. */
export function cardRecordOf(card: CardToken): CardRecord {
  const { id: token_id, brand, last4, exp_month, exp_year, usage } = card
  return { token_id, brand, last4, exp_month, exp_year, status: shownStatusOf(card), usage }
}
