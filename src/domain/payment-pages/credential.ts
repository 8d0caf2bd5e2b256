import type { Decline } from "../settlement"

/**
 * What a customer's wallet or agent hands over so that a payment is charged at once, without the customer: the provider's
 * one-time token of a card, or Stripe's shared payment token. The token is secret: it is sent to the provider, and neither
 * stored nor logged.
 */
export interface Credential {
  readonly kind: "card_token" | "shared_payment_token"
  readonly token: string
}

/**
 * What a provider has answered to a charge with a credential. After `needs_customer` the customer continues on the page.
 * After `unknown` the credential may have been charged. After a decline it was not, and will not be.
 */
export type ChargeResult =
  | { readonly outcome: "paid" | "needs_customer" | "unknown" }
  | { readonly outcome: "declined"; readonly decline: Decline }
