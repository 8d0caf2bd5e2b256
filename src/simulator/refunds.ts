import { changePayment, partId, type Amounts, type Payment } from "./payment"

/** One refund. Amount in minor units. Without a merchant_reference it was made at the bank's own desk. */
export interface Refund {
  id: string
  amount: number
  status: "pending" | "succeeded" | "failed"
  reason: string | null
  merchant_reference: string | null
  created_at: string
  updated_at: string
}

/** What is asked for, and whether the card's bank takes it at once. */
export type RefundOrder = Pick<Refund, "amount" | "status" | "reason" | "merchant_reference">

/** What may still be given back (minor units): pending refunds count as given. */
export function refundable({ amounts }: Payment): number {
  return amounts.captured - amounts.refunded - amounts.refund_pending
}

/** Gives back money; the caller has checked that it was captured. */
export function refund(payment: Payment, order: RefundOrder, now: Date): Payment {
  const at = now.toISOString()
  const entry = {
    id: partId(payment, "rfd", payment.refunds.length),
    ...order,
    created_at: at,
    updated_at: at,
  }
  return withRefunds(payment, [...payment.refunds, entry], now)
}

/** The card's bank sent a pending refund back. */
export function failRefund(payment: Payment, refundId: string, now: Date): Payment {
  const failed = { status: "failed" as const, updated_at: now.toISOString() }
  const refunds = payment.refunds.map((entry) => (entry.id === refundId ? { ...entry, ...failed } : entry))
  return withRefunds(payment, refunds, now)
}

function withRefunds(payment: Payment, refunds: Refund[], now: Date): Payment {
  const sum = (status: Refund["status"]) =>
    refunds.reduce((total, entry) => total + (entry.status === status ? entry.amount : 0), 0)
  const amounts: Amounts = {
    ...payment.amounts,
    refunded: sum("succeeded"),
    refund_pending: sum("pending"),
  }
  return changePayment(payment, now, { refunds, amounts })
}
