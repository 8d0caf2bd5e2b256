/** The revenue of a client in one currency. Minor units. */
export interface ClientRevenue {
  readonly client_id: string
  /** Uppercase ISO 4217. */
  readonly currency: string
  /** Orders whose payment the bank has authorized. */
  readonly orders: number
  /** The captured amount, refunds not deducted. */
  readonly paid: number
  /** The refunded amount. */
  readonly refunded: number
}
