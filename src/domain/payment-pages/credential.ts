import type { Decline } from "../settlement"

/**
 * What is charged at once, without the customer. A customer's wallet or agent hands over the provider's one-time token of a
 * card, or Stripe's shared payment token: such a token is secret, is sent to the provider, and is neither stored nor logged.
 * Of a saved card, it is the provider's id of it.
 */
export interface Credential {
  readonly kind: "card_token" | "shared_payment_token" | "saved_card"
  readonly token: string
}

/**
 * What a provider has answered to a charge with a credential. After `needs_customer` the customer continues on the page.
 * After `unknown` the credential may have been charged. After a decline it was not, and will not be.
 */
export type ChargeResult =
  | { readonly outcome: "paid" | "needs_customer" | "unknown" }
  | { readonly outcome: "declined"; readonly decline: Decline }
