import type { PaymentStatus } from "./settlement"

/**
 * The payment statuses shown to the merchant. Disputes, reviews and refunds take precedence over the bank's
 * status.
 */
export const DISPLAY_STATUSES = [
  "paid",
  "authorized",
  "partially_captured",
  "partially_refunded",
  "refunded",
  "disputed",
  "refund_failed",
  "needs_review",
  "declined",
  "expired",
  "voided",
  "canceled",
  "requires_action",
  "processing",
  "created",
  "unknown",
  "manual_review",
  "nothing_due",
] as const satisfies (Exclude<PaymentStatus, "captured"> | Derived)[]
export type DisplayStatus = (typeof DISPLAY_STATUSES)[number]

type Derived = "paid" | "partially_refunded" | "refunded" | "disputed" | "refund_failed" | "needs_review"
