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
  /** The customer's order. */
  readonly order_id: string | null
  readonly created_at: Date
}
