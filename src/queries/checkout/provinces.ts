import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/**
 * The store's code for a province that has its own tax region or shipping zone. Medusa stores `us-ca` and
 * compares literally, while a UCP address contains `CA`. Undefined if the store does not distinguish the
 * province.
 */
export async function provinceOf(
  container: MedusaContainer,
  country: string,
  province: string
): Promise<string | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { province_code: string }[] }>(
    `select province_code from (
       select country_code, province_code, 1 as priority from tax_region where deleted_at is null
       union all
       select country_code, province_code, 2 from geo_zone where deleted_at is null) as known
      where lower(country_code) = lower(:country)
        and lower(province_code) in (lower(:province), lower(:country) || '-' || lower(:province))
      order by priority limit 1`,
    { country, province }
  )
  return rows[0]?.province_code
}
