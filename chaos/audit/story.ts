/** What must become of a payment whose bank approves it. */
export const EXPECTATIONS = ["order", "no charge", "either"] as const

/**
 * What one life of the run set out to do, decided by the load before it asked the store for anything: the audit believes
 * it, and not what the store says of itself.
 */
export interface Story {
  readonly name: string
  /** Finds its payments and orders: ids of payments, sessions, carts and orders, and order references. */
  readonly known_as: readonly string[]
  /** What each of its payments is to charge, in minor units; 0 where nothing is to be paid. */
  readonly amount: number
  readonly currency: string
  /** What its order comes to in the end, in minor units: as much as the payment, unless the order is edited. */
  readonly order_total: number
  /**
   * `order`: an approved payment becomes an order and stays one. `no charge`: the shopper does not pay, or the bank
   * declines. `either`: the life itself does something that may end the payment.
   */
  readonly expects: (typeof EXPECTATIONS)[number]
}

/** A client that may spend only so much without the merchant's approval. Amount in minor units of `currency`. */
export interface SpendingRule {
  readonly client_id: string
  readonly currency: string
  readonly approval_above: number
}

/** An approval the merchant gave in the admin, as the merchant knows it. */
export interface GivenApproval {
  readonly id: string
  readonly amount: number
}

/** A webhook message as it arrived at its receiver. */
export interface HeardMessage {
  readonly id: string
  readonly type: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** A client that receives webhooks, and what it has received. */
export interface Receiver {
  readonly client_id: string
  readonly secret: string
  readonly heard: readonly HeardMessage[]
}
