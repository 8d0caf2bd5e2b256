import { type Payment, type PaymentRecord, recordOf } from "../../../../modules/bank/models/payment"

const FOR_STAFF = [
  "status",
  "display_status",
  "intent",
  "origin",
  "description",
  "order_id",
  "client_id",
  "customer_email",
  "bank_payment_id",
  "merchant_reference",
  "disputes",
  "review_reason",
] as const satisfies (keyof Payment)[]

/** A payment as the merchant's staff see it: what agents are told, and what only the merchant may know. */
export type PaymentView = PaymentRecord & Pick<Payment, (typeof FOR_STAFF)[number]>

/** The view of a row. Amounts in minor units; the status is the row's own, of which agents are told less. */
export function viewOf(payment: Payment): PaymentView {
  const more = Object.fromEntries(FOR_STAFF.map((member) => [member, payment[member]]))
  return { ...recordOf(payment), ...(more as Pick<Payment, (typeof FOR_STAFF)[number]>) }
}
