import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment } from "../../modules/bank/models/payment"

/** The checkout session of a payment. */
export interface PaymentSession {
  readonly session_id: string
  readonly client_id: string
}

/**
 * The checkout session for which a payment was started, even if the session has started another payment since.
 * Undefined if the payment was not started by a checkout. Runs in the caller's transaction.
 */
export async function sessionOfPayment(
  db: Knex,
  { id, order_id, cart_id, client_id, origin }: Payment
): Promise<PaymentSession | undefined> {
  // A payment without a cart does not belong to a checkout, and one without a client belongs to a storefront.
  if (origin === "existing_order" || !client_id || !cart_id) return undefined
  const { rows } = await db.raw<{ rows: PaymentSession[] }>(SESSION, { id, order_id })
  return rows[0]
}

const SESSION = `
  select s.id as session_id, s.client_id from gw_session s where s.payment_id = :id
  union all
  select s.id, s.client_id from "order" o join gw_session s on s.id = o.metadata -> 'gw_agent' ->> 'session_id'
   where o.id = :order_id
  limit 1`
