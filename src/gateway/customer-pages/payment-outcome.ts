import { isOpenCard } from "../../domain/card"
import { isOpen } from "../../domain/settlement"
import type { CardToken } from "../../modules/bank/models/card"
import type { Payment } from "../../modules/bank/models/payment"

/** What the customer's page says about a payment. `checking`: the merchant reviews it. */
export type PaymentOutcome = "confirmed" | "waiting" | "failed" | "refunded" | "checking"

/** What the customer's page says about the saving of a card. */
export type CardOutcome = "confirmed" | "waiting" | "failed"

/**
 * The outcome of a payment for its customer: `refunded` when the whole amount was or is being refunded, `checking` when
 * the merchant must review the payment before there is an order.
 */
export function outcomeOf(payment: Payment): PaymentOutcome {
  const { status, captured_amount, refunded_amount, refund_pending_amount } = payment
  if (status === "manual_review") return "checking"
  if (isOpen(status)) return "waiting"
  if (captured_amount > 0 && refunded_amount + refund_pending_amount >= captured_amount) return "refunded"
  if (status !== "captured" && status !== "authorized" && status !== "partially_captured") return "failed"
  return payment.review_reason && !payment.announced_at ? "checking" : "confirmed"
}

/** The outcome in more detail, as far as the customer needs it. */
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

/** The situation of a payment, which selects the text of the customer's page. */
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

/** The outcome of saving a card. */
export function cardOutcomeOf({ status }: CardToken): CardOutcome {
  if (status === "active") return "confirmed"
  return isOpenCard(status) || status === "manual_review" ? "waiting" : "failed"
}
