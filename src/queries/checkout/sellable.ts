import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** A published variant, with those of the requested sales channels in which it is available. */
export interface Sellable {
  readonly name: string
  readonly variant_id: string
  readonly channels: readonly string[]
  /** Whether any quantity can be ordered. */
  readonly is_unlimited: boolean
}

/** Up to 15 digits, far more than a product number has. */
const NUMBER = /^[1-9]\d{0,14}$/

/**
 * The variants for these names, in any of these sales channels. A name is the id of a variant, the number or id
 * of a product with a single variant, or an SKU; if several apply, the first does. Unknown names are missing in
 * the result.
 */
export async function sellable(
  container: MedusaContainer,
  names: readonly string[],
  channels: readonly string[]
): Promise<Map<string, Sellable>> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: Sellable[] }>(SELLABLE, {
    names: [...names],
    numbers: names.filter((name) => NUMBER.test(name)),
    channels: [...channels],
  })
  return new Map(rows.map((row) => [row.name, row]))
}

const SELLABLE = `
  with candidate (name, variant_id, priority) as (
    select v.id, v.id, 1 from product_variant v where v.id = any(:names) and v.deleted_at is null
    union all
    select n.number::text, min(v.id), 2 from gw_product_number n
      join product_variant v on v.product_id = n.product_id and v.deleted_at is null
     where n.number = any(:numbers::bigint[]) group by 1 having count(*) = 1
    union all
    select v.product_id, min(v.id), 3 from product_variant v
     where v.product_id = any(:names) and v.deleted_at is null group by 1 having count(*) = 1
    union all
    select v.sku, v.id, 4 from product_variant v where v.sku = any(:names) and v.deleted_at is null)
  select distinct on (m.name) m.name, m.variant_id, not v.manage_inventory or v.allow_backorder as is_unlimited,
         array(select s.sales_channel_id from product_sales_channel s
                where s.product_id = p.id and s.deleted_at is null and s.sales_channel_id = any(:channels)) as channels
    from candidate m
    join product_variant v on v.id = m.variant_id
    join product p on p.id = v.product_id and p.deleted_at is null and p.status = 'published'
   order by m.name, m.priority`
