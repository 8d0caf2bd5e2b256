import { sql } from "../../integration-tests/support/database"
import { world } from "../../integration-tests/support/world"

/** What both sides buy, one piece of each. */
export interface Goods {
  readonly variants: readonly string[]
  readonly shipping_option: string
}

const MANY = 1_000_000

const STOCK_UP = `
  update inventory_level set stocked_quantity = $1::integer,
         raw_stocked_quantity = jsonb_build_object('value', $1::text, 'precision', 20)`

const VARIANTS = `
  select distinct on (v.product_id) v.id from product_variant v
    join product p on p.id = v.product_id and p.status = 'published' and p.deleted_at is null
   where v.deleted_at is null and v.manage_inventory order by v.product_id, v.id limit 2`

/** Two variants of the demo store whose stock is counted, and which do not sell out. */
export async function stockUp(): Promise<Goods> {
  await sql(STOCK_UP, [MANY])
  const variants = (await sql<{ id: string }>(VARIANTS)).map(({ id }) => id)
  return { variants, shipping_option: world().shop.shipping_option_ids.standard as string }
}
