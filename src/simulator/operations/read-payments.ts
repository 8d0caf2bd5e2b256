import { paymentOf, referenceIn, type Call } from "./call"

/** `GET /payments/{id}`: the snapshot of one of the caller's payments. */
export function getPayment(call: Call): object {
  return paymentOf(call).payment
}

/** `GET /payments?merchant_reference=`: a list with one payment or none; charges are payments too. */
export function findPayments(call: Call): object {
  const { bank, merchant } = call
  const id = bank.ledger.byReference(merchant.merchant_id, "payment", referenceIn(call))
  const record = bank.ledger.payments.get(id ?? "")
  return { data: record ? [record.payment] : [] }
}
