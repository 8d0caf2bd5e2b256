import { amount, merchantReference } from "../domain-fields"
import { object, optional, required, text } from "../fields"
import type { Outcome } from "../idempotency"
import { refundPayment } from "../refund-payment"
import { paymentOf, assertNewReference, type Call } from "./call"

const readRefund = object({
  amount: required(amount),
  reason: optional(text(500)),
  merchant_reference: required(merchantReference),
})

/** `POST /payments/{id}/refunds`: refunds a captured amount. The refund may stay `pending` for a while. */
export function createRefund(call: Call, body: unknown): Outcome {
  const record = paymentOf(call)
  const order = readRefund(body, "")
  assertNewReference(call, "refund", order.merchant_reference)
  const { payment, facts } = refundPayment(call.bank, record, order)
  return { status: 201, body: payment, facts }
}
