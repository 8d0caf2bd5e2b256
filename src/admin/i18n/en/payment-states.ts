import type { DisplayStatus } from "../../../domain/display-status"

export default {
  paid: "Paid",
  authorized: "Authorized",
  partially_captured: "Partially captured",
  partially_refunded: "Partially refunded",
  refunded: "Refunded",
  disputed: "Disputed",
  refund_failed: "Refund failed",
  needs_review: "Needs review",
  declined: "Declined",
  expired: "Expired",
  voided: "Voided",
  canceled: "Canceled",
  requires_action: "Waiting for the customer",
  processing: "Processing",
  created: "Created",
  unknown: "Outcome unknown",
  manual_review: "On hold",
  nothing_due: "No bank payment",
} satisfies Record<DisplayStatus, string>
