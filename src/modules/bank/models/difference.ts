import type { PaymentStatus } from "../../../domain/settlement"

/** What the bank can report of a payment that is not what the store expects. */
export type Differing = "amount" | "currency" | "intent" | "bank_payment_id" | "amounts" | "status"

/** A payment as one of the two knows it. Amounts in minor units of `currency`. */
export interface Known {
  readonly amount: number
  readonly captured_amount: number
  readonly refunded_amount: number
  readonly currency: string
  readonly status: PaymentStatus
}

/** What differs of a payment: what the store expected, and what the bank reported instead. */
export interface Difference {
  readonly what: Differing
  readonly expected: Known
  readonly reported: Known
}

/** One reason for which a person must look at a payment, and which nobody has closed. */
export interface OpenReview {
  readonly reason: string
  /** Null where the reason is not that the bank reported something else. */
  readonly difference: Difference | null
}
