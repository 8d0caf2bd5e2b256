import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/**
 * The province as the store writes it where it has a tax or a delivery of its own: Medusa writes `us-ca` and compares
 * letter by letter, an address of UCP says `CA`. Undefined where the store makes no difference.
 */
export async function provinceOf(
  container: MedusaContainer,
  country: string,
  province: string
): Promise<string | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { province_code: string }[] }>(
    `select province_code from (
       select country_code, province_code, 1 as way from tax_region where deleted_at is null
       union all
       select country_code, province_code, 2 from geo_zone where deleted_at is null) as known
      where lower(country_code) = lower(:country)
        and lower(province_code) in (lower(:province), lower(:country) || '-' || lower(:province))
      order by way limit 1`,
    { country, province }
  )
  return rows[0]?.province_code
}
