import { changePayment, partId, type Payment } from "./payment"

/** One capture. Amount in minor units. */
export interface Capture {
  id: string
  amount: number
  /** Nothing more will be captured: what is left of the authorisation was released. */
  final: boolean
  merchant_reference: string
  created_at: string
}

/** What a merchant asks for. */
export type CaptureOrder = Pick<Capture, "amount" | "final" | "merchant_reference">

/** Takes part or all of an authorised amount; the caller has checked that it is not exceeded. */
export function capture(payment: Payment, order: CaptureOrder, now: Date): Payment {
  return changePayment(payment, now, captured(payment, order, now))
}

/** What a capture changes on a payment: a final one, or one of the last cent, ends the authorisation. */
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
