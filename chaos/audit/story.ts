/** The possible expectations of a payment that the bank approves. */
export const EXPECTATIONS = ["order", "no charge", "either"] as const

/**
 * The intended result of one purchase of the run, decided before any request to the store. The audit compares the store
 * with it, and trusts no data of the store.
 */
export interface Story {
  readonly name: string
  /** The ids of its payments, sessions, carts and orders, and its order references, by which they are found. */
  readonly known_as: readonly string[]
  /** The amount of each of its payments, in minor units; 0 when it is free of charge. */
  readonly amount: number
  readonly currency: string
  /** The final total of its order, in minor units. It differs from `amount` only when the order is edited. */
  readonly order_total: number
  /**
   * `order`: an approved payment becomes an active order. `no charge`: the customer does not pay, or the bank declines.
   * `either`: another action of the run may end the payment.
   */
  readonly expects: (typeof EXPECTATIONS)[number]
  /** Whether it began after the faults had ended. */
  readonly is_undisturbed?: boolean
}

/** The limit above which a client needs the merchant's approval, in minor units of `currency`. */
export interface SpendingRule {
  readonly client_id: string
  readonly currency: string
  readonly approval_above: number
}

/** An approval of a payment or refund that the merchant gave in the admin, as the run recorded it. */
export interface GivenApproval {
  readonly id: string
  readonly amount: number
}

/** The limit of a saved card's charges in a month, in minor units of its currency. */
export interface Mandate {
  readonly token_id: string
  readonly max_per_month: number
}

/** A webhook message as its receiver got it. */
export interface ReceivedMessage {
  readonly id: string
  readonly type: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** A client that receives webhooks, and the messages it has received. */
export interface Receiver {
  readonly client_id: string
  readonly secret: string
  readonly received: readonly ReceivedMessage[]
}
