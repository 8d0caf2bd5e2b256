import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Metric } from "../../domain/exposition"

/** The number of payments by status and currency, from an index. */
export async function paymentMetrics(knex: Knex): Promise<Metric[]> {
  const { rows } = await knex.raw<{ rows: { status: string; currency: string; count: string }[] }>(
    "select status, currency, count(*) from gw_payment group by status, currency order by status, currency"
  )
  const samples = rows.map(({ count, ...labels }) => ({ labels, value: Number(count) }))
  return [{ name: "gw_payments", help: "Payments by status and currency.", type: "gauge", samples }]
}
