import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * SQL for the ids of an order's transactions whose capture or refund no longer exists. Medusa's refund workflow writes the
 * transactions of all refunds of a payment, also of one that another request has just begun; Medusa deletes that refund
 * when the bank rejects it, and leaves the transaction.
 */
export const strayTransactions = (order_id: string) => `
  select t.id from order_transaction t
   where t.order_id = ${order_id} and t.deleted_at is null
     and (${isGone("capture", "capt_")} or ${isGone("refund", "ref_")})`

const isGone = (table: "capture" | "refund", prefix: string) => `
  t.reference = '${table}' and starts_with(t.reference_id, '${prefix}')
  and not exists (select from ${table} m where m.id = t.reference_id and m.deleted_at is null)`

/** Reads those ids. */
export async function findStrayTransactions(knex: Knex, order_id: string): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(strayTransactions(":order_id"), { order_id })
  return rows.map(({ id }) => id)
}
