import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A capture or refund as Medusa has written it: the amount in major units, exact. */
export interface MedusaRecord {
  readonly id: string
  readonly amount: string
  readonly created_by: string | null
}

/** An order of Medusa's, with its integer number. */
export interface OrderRecord {
  readonly id: string
  readonly display_id: number
}

/**
 * The order whose payment collection a payment session is in: what is still to be paid of it after an edit, an exchange,
 * a claim or by a payment link. Undefined for a cart's session.
 */
export async function findOrderOfSession(knex: Knex, session_id: string): Promise<OrderRecord | undefined> {
  return knex("payment_session as s")
    .join("order_payment_collection as l", "l.payment_collection_id", "s.payment_collection_id")
    .join("order as o", "o.id", "l.order_id")
    .where({ "s.id": session_id, "l.deleted_at": null, "o.deleted_at": null })
    .first<OrderRecord | undefined>("o.id", "o.display_id")
}

/**
 * Medusa's own row of a capture or refund. Its provider interface tells neither a capture's amount nor who began a
 * movement, and the row is committed before the provider is called.
 */
export async function findRecord(knex: Knex, table: "capture" | "refund", id: string): Promise<MedusaRecord> {
  // The column `amount` is a float on its way there, and 0 when it is 0.0001 or less; the raw value is what was meant.
  const amount = knex.raw("raw_amount ->> 'value' as amount")
  const row: MedusaRecord | undefined = await knex(table).where({ id }).first("id", amount, "created_by")
  if (!row) throw new Error(`Medusa has no ${table} ${id}`)
  return row
}
