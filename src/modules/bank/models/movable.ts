import { isOpen } from "../../../domain/settlement"
import type { BankCapabilities } from "../../../drivers/driver"
import { type Payment, remainderOf } from "./payment"

/** What can be moved of a payment now, by what the store knows of it. Minor units; 0 for what can not be. */
export interface Movable {
  readonly capture: number
  readonly refund: number
  readonly void: boolean
  /** Whether the store's bank takes less than the whole. */
  readonly capture_in_parts: boolean
  readonly refund_in_parts: boolean
}

/** What a bank that can do so much lets the staff move of a payment. Nothing while it is held for a person. */
export function movableOf(payment: Payment, can: BankCapabilities): Movable {
  const { status, captured_amount } = payment
  const { to_capture, to_refund } = remainderOf(payment)
  return {
    capture: can.capture === "none" ? 0 : to_capture,
    refund: status === "manual_review" || can.refund === "none" ? 0 : to_refund,
    void: can.void && !captured_amount && (status === "authorized" || isOpen(status)),
    capture_in_parts: can.capture === "multiple",
    refund_in_parts: can.refund === "partial",
  }
}
