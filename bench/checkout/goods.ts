import { sql } from "../../integration-tests/support/database"
import { world } from "../../integration-tests/support/world"
import { stockUp } from "../stock"

/** The items that both sides buy, one unit of each. */
export interface Goods {
  readonly variants: readonly string[]
  readonly shipping_option: string
}

const VARIANTS = `
  select distinct on (v.product_id) v.id from product_variant v
    join product p on p.id = v.product_id and p.status = 'published' and p.deleted_at is null
   where v.deleted_at is null and v.manage_inventory order by v.product_id, v.id limit 2`

/** Two variants of the demo store with managed stock, which do not sell out. */
export async function goodsInStock(): Promise<Goods> {
  await stockUp()
  const variants = (await sql<{ id: string }>(VARIANTS)).map(({ id }) => id)
  return { variants, shipping_option: world().shop.shipping_option_ids.standard as string }
}
