import { changePayment, partId, type Payment } from "./payment"

/** A dispute of a payment (chargeback). Amount in minor units. */
export interface Dispute {
  id: string
  amount: number
  reason: "fraudulent"
  status: "open"
  created_at: string
}

/** Adds a dispute over the whole captured amount. */
export function dispute(payment: Payment, now: Date): Payment {
  const { disputes, amounts } = payment
  const entry: Dispute = {
    id: partId(payment, "dsp", disputes.length),
    amount: amounts.captured,
    reason: "fraudulent",
    status: "open",
    created_at: now.toISOString(),
  }
  return changePayment(payment, now, { disputes: [...disputes, entry] })
}
