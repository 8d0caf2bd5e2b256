import type { PaymentStatus } from "../../../domain/settlement"

/** The part of a payment in which the bank's report contradicts the store's record. */
export type Differing = "amount" | "currency" | "intent" | "bank_payment_id" | "amounts" | "status"

/** A payment as the store or the bank knows it. Amounts in minor units of `currency`. */
export interface Known {
  readonly amount: number
  readonly captured_amount: number
  readonly refunded_amount: number
  readonly currency: string
  readonly status: PaymentStatus
}

/** A contradiction between the store's record of a payment and the bank's report. */
export interface Difference {
  readonly what: Differing
  readonly expected: Known
  readonly reported: Known
}

/** An open review of a payment, with its reason. */
export interface OpenReview {
  readonly reason: string
  /** Null if the review was opened for another reason than a contradiction. */
  readonly difference: Difference | null
}
