import { type PaymentStatus, isOpen } from "./settlement"

/** The statuses of a checkout (UCP: Checkout, status). */
export type CheckoutStatus =
  | "incomplete"
  | "requires_escalation"
  | "ready_for_complete"
  | "complete_in_progress"
  | "completed"
  | "canceled"

/** The payment of the latest attempt to complete a checkout. */
export interface Attempt {
  readonly status: PaymentStatus
  /** Whether its order was announced, because the bank authorized or captured the payment. */
  readonly is_announced: boolean
  readonly refunded_amount: number
  /** The page for customer authentication. */
  readonly redirect_url: string | null
}

/** The facts that determine a checkout's status. */
export interface CheckoutFacts {
  readonly is_canceled: boolean
  readonly is_expired: boolean
  /** Whether requirements are missing, or a requested item is not available as requested. */
  readonly is_incomplete: boolean
  readonly attempt: Attempt | null
}

/** The phase of an attempt. It is paid only after the bank has confirmed it and the order was announced. */
export function phaseOf({ status, is_announced, refunded_amount }: Attempt): "paid" | "pending" | "failed" {
  if (is_announced) return "paid"
  const isPaid = status === "captured" || status === "authorized" || status === "partially_captured"
  const isUnsettled = isOpen(status) || status === "manual_review" || status === "nothing_due" || isPaid
  return isUnsettled && refunded_amount === 0 ? "pending" : "failed"
}

/**
 * The status of a checkout. A pending payment takes precedence over the checkout's expiry, and a paid one also
 * over its cancellation.
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
