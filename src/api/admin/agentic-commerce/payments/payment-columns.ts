import { toDecimal } from "../../../../domain/money"
import { isAtProvider } from "../../../../domain/payment-route"
import type { NamedPayment } from "../../../../queries/payment/staff-payments"
import type { Columns } from "../send-csv"

/** The columns of the exported payments. Amounts in major units of `currency`, times in ISO 8601 (UTC). */
export const PAYMENT_COLUMNS: Columns<NamedPayment> = {
  payment_id: ({ payment }) => payment.id,
  created_at: ({ payment }) => payment.created_at.toISOString(),
  status: ({ payment }) => payment.display_status,
  amount: ({ payment }) => toDecimal(payment.amount, payment.currency),
  captured_amount: ({ payment }) => toDecimal(payment.captured_amount, payment.currency),
  refunded_amount: ({ payment }) => toDecimal(payment.refunded_amount, payment.currency),
  currency: ({ payment }) => payment.currency,
  order_number: ({ payment }) => (payment.shop_order_id === null ? null : String(payment.shop_order_id)),
  order_id: ({ payment }) => payment.order_id,
  agent: ({ client_name }) => client_name,
  agent_id: ({ payment }) => payment.client_id,
  customer_email: ({ payment }) => payment.customer_email,
  route: ({ payment }) => payment.route,
  card_brand: ({ payment }) => payment.card_brand,
  card_last4: ({ payment }) => payment.card_last4,
  decline_code: ({ payment }) => payment.decline_code,
  bank_account: ({ payment }) => (isAtProvider(payment.route) ? null : payment.bank_account),
  bank_payment_id: ({ payment }) => payment.bank_payment_id,
  bank_reference: ({ payment }) => payment.merchant_reference,
  updated_at: ({ payment }) => payment.updated_at.toISOString(),
}
