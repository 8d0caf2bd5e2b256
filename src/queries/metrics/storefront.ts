import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Metric } from "../../domain/exposition"

interface Row {
  readonly paid: number
  readonly followed: number
}

/** Carts in the storefront without an order: those known to be paid, and the others that are still followed. */
export async function storefrontMetrics(knex: Knex): Promise<Metric[]> {
  const { rows } = await knex.raw<{ rows: [Row] }>(OPEN)
  const [{ paid, followed }] = rows
  return [
    {
      name: "gw_storefront_payments_open",
      help: "Carts in the storefront without an order whose payment is looked for (followed) or found (paid).",
      type: "gauge",
      samples: [
        { labels: { state: "paid" }, value: paid },
        { labels: { state: "followed" }, value: followed },
      ],
    },
  ]
}

const OPEN = `
  select count(*) filter (where paid_at is not null)::int as paid,
         count(*) filter (where paid_at is null)::int as followed
    from gw_storefront_hand_off where order_id is null and next_check_at is not null`
