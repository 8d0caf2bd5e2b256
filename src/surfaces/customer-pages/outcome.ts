import { isOpenCard } from "../../domain/card"
import { isOpen } from "../../domain/settlement"
import type { CardToken } from "../../modules/bank/models/card"
import type { Payment } from "../../modules/bank/models/payment"

export type PaymentOutcome = "confirmed" | "waiting" | "failed" | "refunded" | "checking"
export type CardOutcome = "confirmed" | "waiting" | "failed"

/**
 * What has become of a payment, for its customer: `refunded` when all of it went back or is going back, `checking` when a
 * person of the store must look at it before there is an order.
 */
export function outcomeOf(payment: Payment): PaymentOutcome {
  const { status, captured_amount, refunded_amount, refund_pending_amount } = payment
  if (status === "manual_review") return "checking"
  if (isOpen(status)) return "waiting"
  if (captured_amount > 0 && refunded_amount + refund_pending_amount >= captured_amount) return "refunded"
  if (status !== "captured" && status !== "authorized" && status !== "partially_captured") return "failed"
  return payment.review_reason && !payment.announced_at ? "checking" : "confirmed"
}

/** The same, told apart as far as it makes a difference to what the customer has to know. */
export type PaymentSituation =
  | "paid"
  | "authorized"
  | "processing"
  | "declined"
  | "canceled"
  | "expired"
  | "voided"
  | "refunded"
  | "refund_pending"
  | "checking"

export function situationOf(payment: Payment): PaymentSituation {
  switch (outcomeOf(payment)) {
    case "confirmed":
      return payment.status === "authorized" ? "authorized" : "paid"
    case "waiting":
      return "processing"
    case "refunded":
      return payment.refund_pending_amount > 0 ? "refund_pending" : "refunded"
    case "checking":
      return "checking"
    case "failed":
      return endingOf(payment)
  }
}

function endingOf({ status }: Payment): PaymentSituation {
  return status === "canceled" || status === "expired" || status === "voided" ? status : "declined"
}

/** What has become of a card that was to be saved. */
export function cardOutcomeOf({ status }: CardToken): CardOutcome {
  if (status === "active") return "confirmed"
  return isOpenCard(status) || status === "manual_review" ? "waiting" : "failed"
}
