import type { PaymentStatus } from "./settlement"

/** How a payment stands for the merchant: what asks for attention and what was refunded come before the bank's state. */
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
