import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A capture or refund recorded in Medusa. The amount is exact, in major units. */
export interface MedusaRecord {
  readonly id: string
  readonly amount: string
  readonly created_by: string | null
}

/** An order in Medusa, with its display number. */
export interface OrderRecord {
  readonly id: string
  readonly display_id: number
}

/**
 * The order whose outstanding amount a payment session pays: after an edit, an exchange or a claim, or through
 * a payment link. Undefined for the session of a cart.
 */
export async function findOrderOfSession(knex: Knex, session_id: string): Promise<OrderRecord | undefined> {
  return knex("payment_session as s")
    .join("order_payment_collection as l", "l.payment_collection_id", "s.payment_collection_id")
    .join("order as o", "o.id", "l.order_id")
    .where({ "s.id": session_id, "l.deleted_at": null, "o.deleted_at": null })
    .first<OrderRecord | undefined>("o.id", "o.display_id")
}

/** The region of the cart or order that a payment session pays. Undefined for a session of neither. */
export async function regionOfSession(knex: Knex, session_id: string): Promise<string | undefined> {
  const { rows } = await knex.raw<{ rows: { region_id: string | null }[] }>(
    `select coalesce(c.region_id, o.region_id) as region_id
       from payment_session s
       left join cart_payment_collection cl
         on cl.payment_collection_id = s.payment_collection_id and cl.deleted_at is null
       left join cart c on c.id = cl.cart_id
       left join order_payment_collection ol
         on ol.payment_collection_id = s.payment_collection_id and ol.deleted_at is null
       left join "order" o on o.id = ol.order_id
      where s.id = ?`,
    [session_id]
  )
  return rows[0]?.region_id ?? undefined
}

/**
 * Medusa's row of a capture or refund. The provider interface passes neither the amount of a capture nor the
 * creator of a movement. The row is committed before the provider is called.
 */
export async function findRecord(knex: Knex, table: "capture" | "refund", id: string): Promise<MedusaRecord> {
  // Medusa reads `amount` as a float, which becomes 0 at 0.0001 or less. The raw value is exact.
  const amount = knex.raw("raw_amount ->> 'value' as amount")
  const row: MedusaRecord | undefined = await knex(table).where({ id }).first("id", amount, "created_by")
  if (!row) throw new Error(`Medusa has no ${table} ${id}`)
  return row
}
