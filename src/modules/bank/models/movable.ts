import { isOpen } from "../../../domain/settlement"
import type { MovementCapabilities } from "../../../drivers/driver"
import { type Payment, remainderOf } from "./payment"

/**
 * The amounts of a payment that can be captured or refunded now, and whether it can be voided. Minor units; 0
 * if not possible.
 */
export interface Movable {
  readonly capture: number
  readonly refund: number
  readonly void: boolean
  /** Whether the bank supports partial captures. */
  readonly capture_in_parts: boolean
  /** Whether the bank supports partial refunds. */
  readonly refund_in_parts: boolean
}

/** What staff can do with a payment, given what its bank or provider supports. No refund during manual review. */
export function movableOf(payment: Payment, can: MovementCapabilities): Movable {
  const { status, captured_amount } = payment
  const { to_capture, to_refund } = remainderOf(payment)
  return {
    capture: can.capture === "none" || (can.capture === "full" && captured_amount) ? 0 : to_capture,
    refund: status === "manual_review" || can.refund === "none" ? 0 : to_refund,
    void: can.void && !captured_amount && (status === "authorized" || isOpen(status)),
    capture_in_parts: can.capture === "multiple",
    refund_in_parts: can.refund === "partial",
  }
}
