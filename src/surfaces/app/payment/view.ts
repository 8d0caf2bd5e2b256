import type { PaymentStatus } from "../../../domain/settlement"
import { recordOf } from "../../../modules/bank/models/payment"
import type { CustomerPayment } from "../../../queries/customer-payments"

/** The agent that has begun a payment, or may charge a card. */
export interface AgentView {
  readonly client_id: string
  readonly name: string | null
}

/** Null for what no agent has begun. */
export function agentView(client_id: string | null, name: string | null): AgentView | null {
  return client_id === null ? null : { client_id, name }
}

const AUTHORIZED: readonly PaymentStatus[] = ["authorized", "partially_captured", "captured"]

/**
 * A payment as its shopper is told it. Amounts in minor units: what the bank has authorised in all, what was taken of it,
 * and what has gone back. `redirect_url` is the page on which the bank waits for him; null when it does not.
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

/** While a payment is being made, or a crash has cut that short, nobody is to pay it. */
function pageOf({ status, provisioned_at, redirect_url }: CustomerPayment): string | null {
  return status === "requires_action" && provisioned_at ? redirect_url : null
}
