import type { Bank } from "./bank"
import { BankError } from "./errors"
import { eventFacts } from "./events"
import type { Payment } from "./payment"
import type { Due, Fact, PaymentRecord } from "./records"
import { failRefund, refund, refundable, type RefundOrder } from "./refunds"

const FAILURE_DELAY_MS = 5_000

/**
 * Refunds a captured amount (minor units): at once, or with a certain test card pending until it fails. Throws 409
 * `invalid_state` when nothing was captured, and 422 `refund_exceeds_captured` for more than the remaining amount.
 */
export function refundPayment(
  bank: Bank,
  record: PaymentRecord,
  order: Omit<RefundOrder, "status">
): { payment: Payment; facts: Fact[] } {
  assertRefundable(record.payment, order.amount)
  const now = bank.clock.now()
  if (record.quirk !== "refunds_fail") {
    const payment = refund(record.payment, { ...order, status: "succeeded" }, now)
    return {
      payment,
      facts: [put(record, payment), ...eventFacts(bank, { type: "refund.succeeded", payment })],
    }
  }
  const payment = refund(record.payment, { ...order, status: "pending" }, now)
  const refund_id = payment.refunds.at(-1)?.id ?? ""
  const due = { at: now.getTime() + FAILURE_DELAY_MS, what: "refund_fails", refund_id } as const
  return { payment, facts: [put(record, payment, [...record.due, due])] }
}

/** Fails a pending refund and creates the event for the merchant. */
export function returnRefund(bank: Bank, record: PaymentRecord, refundId: string): void {
  const payment = failRefund(record.payment, refundId, bank.clock.now())
  const due = record.due.filter((item) => item.what !== "refund_fails" || item.refund_id !== refundId)
  bank.ledger.commit([put(record, payment, due), ...eventFacts(bank, { type: "refund.failed", payment })])
}

function assertRefundable(payment: Payment, amount: number): void {
  if (!payment.amounts.captured)
    throw new BankError("invalid_state", `A payment that is ${payment.status} has nothing to refund.`)
  if (amount <= refundable(payment)) return
  const message = `Only ${refundable(payment)} of the captured amount can still be refunded.`
  throw new BankError("refund_exceeds_captured", message, { field: "amount" })
}

function put(record: PaymentRecord, payment: Payment, due: Due[] = record.due): Fact {
  return { kind: "payment", record: { ...record, payment, due } }
}
