/** `gw_storefront_hand_off`: a checkout session whose cart is handed to its customer, who pays in the storefront. */
export interface StorefrontHandOff {
  readonly session_id: string
  readonly cart_id: string
  /** Medusa's payment provider for which the route was configured; the customer may choose another one. */
  readonly provider_id: string
  /** The customer's country, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Changes when the token is renewed. */
  readonly nonce: string
  /** The SHA-256 hash of the token. */
  readonly token_hash: string
  readonly expires_at: Date
  /** When the storefront took over the cart. From then on the cart is the customer's. */
  readonly adopted_at: Date | null
  /** The SHA-256 hash of the `Idempotency-Key` with which the storefront took over the cart. */
  readonly adopted_with: string | null
  /** The customer's order. */
  readonly order_id: string | null
  /** When the job that finds lost orders has last tried to record the customer's order. */
  readonly tried_at: Date | null
  /** When the payment provider is queried next. Null before the hand-over, and when the cart is no longer followed. */
  readonly next_check_at: Date | null
  /** How often the provider was due to be queried. */
  readonly checks: number
  /** When the store found a payment for the cart, which has no order. */
  readonly paid_at: Date | null
  /** Whether a provider has yet to confirm a payment of the cart, which has no order. */
  readonly is_deferred: boolean
  /** How often Medusa has refused to make an order of the paid cart. */
  readonly refusals: number
  readonly created_at: Date
}
