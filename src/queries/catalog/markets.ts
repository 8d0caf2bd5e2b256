import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** A region of the store. */
export interface Market {
  readonly region_id: string
  /** Uppercase ISO 4217. */
  readonly currency: string
  /** Uppercase ISO 3166-1 alpha-2. */
  readonly countries: readonly string[]
}

/** All regions of the store: the default one first, then the oldest. */
export async function markets(container: MedusaContainer): Promise<Market[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: Market[] }>(
    `select r.id as region_id, upper(r.currency_code) as currency,
            array(select upper(c.iso_2) from region_country c
                   where c.region_id = r.id and c.deleted_at is null order by 1) as countries
       from region r
      where r.deleted_at is null
      order by exists (select 1 from store s where s.default_region_id = r.id and s.deleted_at is null) desc,
               r.created_at, r.id`
  )
  return rows
}

/** The sales channels whose products agents see: the merchant's selection, otherwise the store's default channel. */
export async function exposedChannels(
  container: MedusaContainer,
  named: readonly string[]
): Promise<readonly string[]> {
  if (named.length) return named
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const store = knex("store").whereNull("deleted_at").whereNotNull("default_sales_channel_id")
  return store.orderBy("created_at").limit(1).pluck("default_sales_channel_id")
}
