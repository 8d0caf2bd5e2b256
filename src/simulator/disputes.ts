import { changePayment, partId, type Payment, type Dispute } from "./payment"

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
