import type { RefundReason } from "../../../domain/refund-rules"

/** The outcome of a call that moves money; `refused` is the error code of the bank or of the plugin. */
export type Outcome = "known" | "unknown" | { readonly refused: string }

/** The error code of an open call that staff have found executed at the bank. It is done once a snapshot contains it. */
export const CONFIRMED = "confirmed"

/** `gw_bank_operation`: a bank call that moves money, stored before it is made. Amounts in minor units. */
export interface Operation {
  readonly id: string
  readonly payment_id: string
  readonly kind: "capture" | "void" | "refund"
  readonly merchant_reference: string
  readonly idempotency_key: string
  /** Null for a void. */
  readonly amount: number | null
  readonly final: boolean
  /** The reason sent to the bank with a refund. For a void, who ended the payment; used for statistics only. */
  readonly reason: string | null
  /** The agent's reason for a refund; null without one. */
  readonly reason_code: RefundReason | null
  /** The client whose limits for automatic refunds it uses; null for any other operation. */
  readonly automatic_for: string | null
  /** Medusa's capture or refund that this call executes; null if the gateway started the operation. */
  readonly medusa_id: string | null
  /**
   * Medusa's payment that this call captures or refunds at another provider, stored before the call. Null for any other operation, and
   * for a payment without an order, whose `merchant_reference` is Medusa's id of it.
   */
  readonly provider_payment_id: string | null
  /** The staff member who requested it; null if no staff member did. */
  readonly requested_by: string | null
  readonly status: "requested" | "unknown" | "done" | "refused"
  readonly error_code: string | null
  readonly created_at: Date
}

/** The source of an operation's review. A refused operation that is requested again is a new attempt: it gets its own. */
export const reviewSourceOf = ({ id, created_at }: Operation) =>
  `${reviewSourcesOf(id)}${created_at.getTime()}`

/** What the sources of all reviews of an operation begin with: it may have been requested again. */
export const reviewSourcesOf = (id: string) => `operation:${id}:`

/** The source of the review of an operation that the bank has begun and not finished: only staff can end it. */
export const unfinishedSourceOf = (operation: Operation) => `${reviewSourceOf(operation)}:unfinished`
