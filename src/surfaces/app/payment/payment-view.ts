import type { PaymentStatus } from "../../../domain/settlement"
import { recordOf } from "../../../modules/bank/models/payment"
import type { CustomerPayment } from "../../../queries/customer/customer-payments"

/** The agent that started a payment, or may charge a card. */
export interface AgentView {
  readonly client_id: string
  readonly name: string | null
}

/** Null for a payment that no agent started. */
export function agentView(client_id: string | null, name: string | null): AgentView | null {
  return client_id === null ? null : { client_id, name }
}

const AUTHORIZED: readonly PaymentStatus[] = ["authorized", "partially_captured", "captured"]

/**
 * The customer's view of a payment. Amounts in minor units: authorized in total, captured and refunded. `redirect_url`
 * is the bank's page for customer authentication; null when the bank does not wait for it.
 */
export function paymentView(payment: CustomerPayment) {
  const { order_id, shop_order_id, client_id, client_name } = payment
  const { payment_id: id, order_reference: _, shop_order_id: __, created_at, ...record } = recordOf(payment)
  return {
    id,
    ...record,
    authorized_amount: AUTHORIZED.includes(payment.status) ? payment.amount : payment.captured_amount,
    description: payment.description,
    order: order_id && { id: order_id, number: shop_order_id },
    agent: agentView(client_id, client_name),
    redirect_url: pageOf(payment),
    created_at,
  }
}

/** Null while the payment is being created, or after a crash interrupted that: the customer must not pay it then. */
function pageOf({ status, provisioned_at, redirect_url }: CustomerPayment): string | null {
  return status === "requires_action" && provisioned_at ? redirect_url : null
}
