import { changePayment, partId, type Payment, type Capture } from "./payment"

/** The members of a capture that the merchant sends. */
export type CaptureOrder = Pick<Capture, "amount" | "final" | "merchant_reference">

/** Captures all or part of an authorized amount. The caller has checked that the amount is available. */
export function capture(payment: Payment, order: CaptureOrder, now: Date): Payment {
  return changePayment(payment, now, captured(payment, order, now))
}

/**
 * The changes that a capture makes to a payment. A capture that is final, or takes the last minor unit, ends the
 * authorization.
 */
export function captured(payment: Payment, order: CaptureOrder, now: Date): Partial<Payment> {
  const { amounts, captures, authorization_expires_at } = payment
  const sum = amounts.captured + order.amount
  const final = order.final || sum === amounts.authorized
  const entry = {
    id: partId(payment, "cap", captures.length),
    ...order,
    final,
    created_at: now.toISOString(),
  }
  return {
    status: final ? "captured" : "partially_captured",
    amounts: { ...amounts, captured: sum, voided: final ? amounts.authorized - sum : 0 },
    captures: [...captures, entry],
    authorization_expires_at: final ? null : authorization_expires_at,
  }
}
