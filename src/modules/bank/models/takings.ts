/** What a client has brought in one currency. Minor units. */
export interface Takings {
  readonly client_id: string
  /** Uppercase ISO 4217. */
  readonly currency: string
  /** Orders whose payment the bank has authorised. */
  readonly orders: number
  /** What was captured, and what of it was given back. */
  readonly paid: number
  readonly refunded: number
}
