import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { PaymentPlace } from "../../domain/payment-route"

/** Where a cart is paid. Undefined if there is no such cart. */
export async function paymentPlaceOf(
  container: MedusaContainer,
  cart_id: string
): Promise<PaymentPlace | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: PaymentPlace[] }>(
    `select c.region_id, upper(c.currency_code) as currency,
            array(select p.payment_provider_id from region_payment_provider p
                   where p.region_id = c.region_id and p.deleted_at is null) as providers,
            (select min(n.iso_2) from region_country n
              where n.region_id = c.region_id and n.deleted_at is null) as country
       from cart c where c.id = :cart_id`,
    { cart_id }
  )
  return rows[0]
}
