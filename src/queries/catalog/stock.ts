import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/**
 * SQL for the available quantity of the variants that `which`, a condition on `i.variant_id`, selects, at the stock
 * locations of the sales channels `:channels`. Counts like Medusa's store API: the channel with the most stock, and the
 * scarcest inventory item of the variant.
 */
export const stockWhere = (which: string) => `
  select variant_id, max(units) as units from (
    select i.variant_id, c.id as channel, min(floor(coalesce((
             select sum(l.stocked_quantity - l.reserved_quantity) from inventory_level l
              where l.inventory_item_id = i.inventory_item_id and l.deleted_at is null
                and l.location_id in (
                  select stock_location_id from sales_channel_stock_location
                   where sales_channel_id = c.id and deleted_at is null)), 0) / i.required_quantity)) as units
      from product_variant_inventory_item i cross join unnest(:channels::text[]) as c (id)
     where i.deleted_at is null and ${which}
     group by i.variant_id, c.id) as each_channel
   group by variant_id`

/**
 * SQL that is true when a variant's availability differs between the index (`indexed.units`) and the store
 * (`stock.units`). An entry has no other trace of the stock, so a sale that leaves some stock changes no entry.
 */
export const AVAILABILITY_DIFFERS = "(indexed.units > 0) is distinct from (stock.units > 0)"

/** The available quantity of each variant. A variant without inventory management is missing. */
export async function stockOf(
  container: MedusaContainer,
  variants: readonly string[],
  channels: readonly string[]
): Promise<Map<string, number>> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { variant_id: string; units: string }[] }>(
    stockWhere("i.variant_id = any(:variants)"),
    { variants: [...variants], channels: [...channels] }
  )
  return new Map(rows.map(({ variant_id, units }) => [variant_id, Number(units)]))
}
