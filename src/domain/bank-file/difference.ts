/** How the bank's file, the plugin and Medusa can differ. */
export const DIFFERENCE_KINDS = [
  "missing_in_plugin",
  "missing_at_bank",
  "captured_differs",
  "refunded_differs",
  "medusa_captured_differs",
  "medusa_refunded_differs",
  "currency_differs",
  "duplicate_row",
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** What the merchant does next. */
export const DIFFERENCE_ACTIONS = ["query_bank", "open_payment", "look_up_at_bank"] as const
export type DifferenceAction = (typeof DIFFERENCE_ACTIONS)[number]

/** An amount in minor units. */
export interface Amount {
  readonly amount: number
  readonly currency: string
}

/** A difference, with the compared amounts of each side. Null where a side has nothing to compare. */
export interface Difference {
  readonly kind: DifferenceKind
  readonly action: DifferenceAction
  readonly payment_id: string | null
  readonly order_id: string | null
  readonly shop_order_id: number | null
  /** The reference in the file; for a payment that is missing there, the bank's id of it. */
  readonly reference: string
  /** The file's lines with this payment. */
  readonly lines: readonly number[]
  readonly bank: Amount | null
  readonly plugin: Amount | null
  readonly medusa: Amount | null
}

/** The sums of the compared operations in one currency, in minor units. */
export interface ComparedSums {
  readonly currency: string
  readonly bank_captured: number
  readonly bank_refunded: number
  readonly plugin_captured: number
  readonly plugin_refunded: number
}
