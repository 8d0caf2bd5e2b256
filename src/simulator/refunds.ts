import { changePayment, partId, type Amounts, type Payment, type Refund } from "./payment"

/** The members a refund is created with. `status` is its first status. */
export type RefundOrder = Pick<Refund, "amount" | "status" | "reason" | "merchant_reference">

/** The amount that can still be refunded (minor units). Pending refunds count as refunded. */
export function refundable({ amounts }: Payment): number {
  return amounts.captured - amounts.refunded - amounts.refund_pending
}

/** Adds a refund. The caller has checked that the amount is available. */
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

/** Marks a pending refund as failed: the card's bank returned it. */
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
