import { isAtProvider } from "../../../../domain/payment-route"
import { type Payment, type PaymentRecord, recordOf } from "../../../../modules/bank/models/payment"

const FOR_STAFF = [
  "status",
  "display_status",
  "intent",
  "origin",
  "route",
  "description",
  "order_id",
  "client_id",
  "customer_email",
  "bank_payment_id",
  "merchant_reference",
  "disputes",
  "review_reason",
] as const satisfies (keyof Payment)[]

/** A payment for the merchant's staff: what agents see, and what only the merchant may see. */
export type PaymentView = PaymentRecord &
  Pick<Payment, (typeof FOR_STAFF)[number]> & {
    /** The account at a bank; null for a payment at another provider. */
    readonly bank_account: string | null
  }

/** The view of a row. Amounts in minor units. The status is the stored one; agents see fewer statuses. */
export function viewOf(payment: Payment): PaymentView {
  const more = Object.fromEntries(FOR_STAFF.map((member) => [member, payment[member]]))
  const bank_account = isAtProvider(payment.route) ? null : payment.bank_account
  return { ...recordOf(payment), ...(more as Pick<Payment, (typeof FOR_STAFF)[number]>), bank_account }
}
