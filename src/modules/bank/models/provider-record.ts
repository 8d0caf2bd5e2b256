/** Medusa's record of a payment at another provider than the plugin's bank. */
export interface ProviderRecord {
  /** The id of the provider in Medusa. */
  readonly provider_id: string
  /** The id of the payment at the provider, such as that of Stripe's PaymentIntent; null if the provider stores none. */
  readonly reference: string | null
  /** In minor units. */
  readonly amount: number
  readonly created_at: Date
  /** Null until it is captured completely. */
  readonly captured_at: Date | null
}
