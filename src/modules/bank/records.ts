import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A capture or refund as Medusa has written it: the amount in major units, exact. */
export interface MedusaRecord {
  readonly id: string
  readonly amount: string
  readonly created_by: string | null
}

/**
 * Medusa's own row of a capture or refund. Its provider interface tells neither a capture's amount nor who began a
 * movement, and the row is committed before the provider is called.
 */
export async function findRecord(knex: Knex, table: "capture" | "refund", id: string): Promise<MedusaRecord> {
  const row = await knex<MedusaRecord>(table).where({ id }).first("id", "amount", "created_by")
  if (!row) throw new Error(`Medusa has no ${table} ${id}`)
  return { ...row, amount: String(row.amount) }
}
