import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentStatus } from "../../domain/settlement"
import type { Payment } from "./models/payment"

/** What a payment comes to of which nothing is left, and nothing can come any more. */
export const NOTHING: readonly PaymentStatus[] = ["declined", "expired", "canceled", "voided"]

/** Whether a payment has paid for nothing in the end, because all that was taken went back. */
export function isGivenBack({ status, captured_amount, refunded_amount }: Payment): boolean {
  return status === "captured" && refunded_amount >= captured_amount
}

const GIVEN_BACK = "status = 'captured' and refunded_amount >= captured_amount"

/**
 * Whether nobody pays or has paid an order by the bank. Until the transaction ends nobody else finds that out: write the
 * payment down in it.
 */
export async function isUnpaid(trx: Knex.Transaction, order_id: string): Promise<boolean> {
  await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`gw_payment ${order_id}`])
  const paying = trx("gw_payment")
    .where({ order_id })
    .whereNotIn("status", [...NOTHING])
    .whereRaw(`not (${GIVEN_BACK})`)
  return (await paying.first("id")) === undefined
}
