/** The data of a payment session, as its provider has written it. */
export type SessionData = Readonly<Record<string, unknown>>

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
}
