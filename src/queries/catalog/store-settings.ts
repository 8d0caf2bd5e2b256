import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

const SURROUNDINGS = `
  select part from (
    select concat_ws(',', id, currency_code, deleted_at) from region
    union all select concat_ws(',', id, attribute, value, is_tax_inclusive, deleted_at) from price_preference
  ) as parts (part) order by part`

/**
 * The regions and tax display settings, which every product's index entry depends on. Their changes emit no
 * event and do not change the products.
 */
export async function surroundings(container: MedusaContainer): Promise<string[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { part: string }[] }>(SURROUNDINGS)
  return rows.map(({ part }) => part)
}
