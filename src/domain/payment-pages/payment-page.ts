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
/** The status of a payment at its provider, in Medusa's terms. */
export type StatusAtProvider =
  "authorized" | "captured" | "pending" | "pending_authorization" | "requires_more" | "error" | "canceled"

/** A payment provider whose payments customers can make on a page of the store. Payments are captured at once. */
export interface PaymentPage {
  /** Which page the customer sees: one with the provider's form, or one that leads to the provider's own page. */
  readonly view: "stripe" | "redirect"
  /** The provider's name for customers. */
  readonly name: string
  /** The statuses of a payment that the customer has made. Medusa captures an authorized one when it records it. */
  readonly made: readonly StatusAtProvider[]
  /**
   * Whether the plugin asks for the status of a payment that it has ended: the module of the provider may report success when
   * the provider has refused to end it.
   */
  readonly confirms_end: boolean
  /** The data with which Medusa opens a payment session. The customer sees the description. */
  sessionData(description: string): object
  /** Whether the provider has created a payment for a session. If the store was killed before the answer, there is none. */
  isCreated(data: SessionData): boolean
  /** Whether the provider has opened the payment of a session, and captures it as soon as it is made. */
  isOpen(data: SessionData): boolean
  /** The provider's own page for the payment, an HTTPS URL on a host of the provider. Undefined without one. */
  checkoutUrl(data: SessionData): string | undefined
  /**
   * The card in a saved payment method of a customer. Null for a method of another kind, which is not charged. Absent if the
   * plugin charges no saved cards at the provider.
   */
  savedCard?(data: SessionData): ProviderCard | null
}

/** A page that the plugin knows. */
export interface KnownPage extends PaymentPage {
  /** Whether this page is that of a provider, by the provider's id in Medusa. */
  serves(provider_id: string): boolean
}
