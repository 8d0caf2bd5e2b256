/** The data of a payment session, as its provider has written it. */
export type SessionData = Readonly<Record<string, unknown>>

/** A card that a customer has saved at a payment provider. */
export interface ProviderCard {
  /** The provider's id of it. It is never sent to agents or customers. */
  readonly id: string
  readonly brand: string | null
  readonly last4: string | null
  readonly exp_month: number | null
  readonly exp_year: number | null
}

/** A payment provider whose payments customers can make on a page of the store. Payments are captured at once. */
export interface PaymentPage {
  /** The provider's name for customers. */
  readonly name: string
  /** Whether this page is that of a provider, by the provider's id in Medusa. */
  serves(provider_id: string): boolean
  /** The data with which Medusa opens a payment session. The customer sees the description. */
  sessionData(description: string): object
  /** Whether the provider has opened the payment of a session, and captures it as soon as it is made. */
  isOpen(data: SessionData): boolean
  /** The card in a saved payment method of a customer. Null for a method of another kind, which is not charged. */
  savedCard(data: SessionData): ProviderCard | null
}
