import { type PaymentStatus, isOpen } from "./settlement"

/** The statuses of a checkout (UCP: Checkout, status). */
export type CheckoutStatus =
  | "incomplete"
  | "requires_escalation"
  | "ready_for_complete"
  | "complete_in_progress"
  | "completed"
  | "canceled"

/** The newest attempt to pay a checkout, as its payment stands. */
export interface Attempt {
  readonly status: PaymentStatus
  /** Whether its order is announced: paid, or reserved, by the bank's word. */
  readonly is_announced: boolean
  readonly refunded_amount: number
  /** The page on which the shopper proves the payment. */
  readonly redirect_url: string | null
}

/** What a checkout's status follows from. */
export interface CheckoutFacts {
  readonly is_canceled: boolean
  readonly is_expired: boolean
  /** Whether anything is missing, or does not go as it was wished. */
  readonly is_incomplete: boolean
  readonly attempt: Attempt | null
}

/** How an attempt stands: nobody has paid before the bank has said so, and the order is in the store's books. */
export function phaseOf({ status, is_announced, refunded_amount }: Attempt): "paid" | "pending" | "failed" {
  if (is_announced) return "paid"
  const isTaken = status === "captured" || status === "authorized" || status === "partially_captured"
  const isUnsettled = isOpen(status) || status === "manual_review" || status === "nothing_due" || isTaken
  return isUnsettled && refunded_amount === 0 ? "pending" : "failed"
}

/**
 * The status of a checkout. An attempt that is under way outlives the checkout's own time, and a paid one its
 * cancellation: what the bank says comes first.
 */
export function statusOf({ is_canceled, is_expired, is_incomplete, attempt }: CheckoutFacts): CheckoutStatus {
  const phase = attempt && phaseOf(attempt)
  if (phase === "paid") return "completed"
  if (is_canceled) return "canceled"
  if (phase === "pending")
    return attempt?.status === "requires_action" && attempt.redirect_url
      ? "requires_escalation"
      : "complete_in_progress"
  if (is_expired) return "canceled"
  return is_incomplete ? "incomplete" : "ready_for_complete"
}
