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
  /** Whether the store has not recorded its authorization or capture yet, and may still announce the order. */
  readonly is_settling: boolean
  /** The page for customer authentication. */
  readonly redirect_url: string | null
}

/** The hand-off of a checkout's cart to its customer, who pays in the storefront. */
export interface StorefrontHandOff {
  /** When the customer's storefront took over the cart; null while the link is unused. */
  readonly adopted_at: string | null
  /** Whether the store still looks for a payment or an order of the cart. */
  readonly is_followed: boolean
}

/** The facts that determine a checkout's status. */
export interface CheckoutFacts {
  readonly is_canceled: boolean
  readonly is_expired: boolean
  /** Whether requirements are missing, or a requested item is not available as requested. */
  readonly is_incomplete: boolean
  readonly attempt: Attempt | null
  /** Null unless the checkout is handed to the storefront. */
  readonly hand_off: StorefrontHandOff | null
}

/** The phase of an attempt. It is paid only after the bank has confirmed it and the order was announced. */
export function phaseOf(attempt: Attempt): "paid" | "pending" | "failed" {
  const { status, is_announced, refunded_amount, is_settling } = attempt
  if (is_announced) return "paid"
  const isPaid = status === "captured" || status === "authorized" || status === "partially_captured"
  const isUnsettled = isOpen(status) || status === "manual_review" || status === "nothing_due" || isPaid
  return isUnsettled && (refunded_amount === 0 || is_settling) ? "pending" : "failed"
}

/**
 * The status of a checkout. A pending payment takes precedence over the checkout's expiry, and a paid one also
 * over its cancellation. A hand-off waits for the customer to open the link, then for their order, also after the
 * checkout's expiry while the store follows the cart.
 */
export function statusOf(facts: CheckoutFacts): CheckoutStatus {
  const { is_canceled, is_expired, is_incomplete, attempt, hand_off } = facts
  const phase = attempt && phaseOf(attempt)
  if (phase === "paid") return "completed"
  if (is_canceled) return "canceled"
  if (phase === "pending")
    return attempt?.status === "requires_action" && attempt.redirect_url
      ? "requires_escalation"
      : "complete_in_progress"
  if (is_expired && !hand_off?.is_followed) return "canceled"
  if (hand_off) return hand_off.adopted_at ? "complete_in_progress" : "requires_escalation"
  return is_incomplete ? "incomplete" : "ready_for_complete"
}
