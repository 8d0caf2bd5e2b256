import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentStatus } from "../../domain/settlement"
import type { Payment } from "./models/payment"

/** The final statuses of a payment without authorized or captured money. */
export const NOTHING: readonly PaymentStatus[] = ["declined", "expired", "canceled", "voided"]

/** Whether everything captured was refunded. */
export function isRefundedByStore({ status, captured_amount, refunded_amount }: Payment): boolean {
  return status === "captured" && refunded_amount >= captured_amount
}

/** The same as an SQL condition on `gw_payment`. */
export const REFUNDED_BY_STORE = "status = 'captured' and refunded_amount >= captured_amount"

/**
 * Whether no payment at the bank pays or has paid an order. Other transactions cannot decide the same until
 * this one ends, so store the new payment in this transaction.
 */
export async function isUnpaid(trx: Knex.Transaction, order_id: string): Promise<boolean> {
  await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`gw_payment ${order_id}`])
  const paying = trx("gw_payment")
    .where({ order_id })
    .whereNotIn("status", [...NOTHING])
    .whereRaw(`not (${REFUNDED_BY_STORE})`)
  return (await paying.first("id")) === undefined
}
