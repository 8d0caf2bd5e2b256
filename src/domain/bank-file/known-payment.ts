import type { KnownMovement } from "./movements"

/** A payment as the plugin and Medusa have recorded it. Amounts in minor units of `currency`. */
export interface KnownPayment {
  readonly id: string
  readonly order_id: string | null
  readonly shop_order_id: number | null
  /** Its id at the bank, or the store's reference until the bank has reported it. */
  readonly reference: string
  /** All references under which a file may list the payment or one of its operations. */
  readonly references: readonly string[]
  readonly currency: string
  readonly movements: readonly KnownMovement[]
  /** The sums that Medusa has recorded. Null while something is in progress, and for a payment without records in Medusa. */
  readonly medusa: { readonly captured: number; readonly refunded: number } | null
  readonly needs_review: boolean
}
