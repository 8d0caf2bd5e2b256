import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { OrderCustomer } from "../../drivers/driver"

/**
 * What the payment's order says about its customer. Undefined if no order is placed yet. The data is read for the call and
 * not copied into the payment, so that an erasure finds it in one place.
 */
export async function orderCustomer(knex: Knex, payment_id: string): Promise<OrderCustomer | undefined> {
  const { rows } = await knex.raw<{ rows: OrderCustomer[] }>(CUSTOMER, [payment_id])
  return rows[0]
}

const addressOf = (alias: string) => `
  case when ${alias}.id is not null then json_build_object(
    'first_name', ${alias}.first_name, 'last_name', ${alias}.last_name, 'address_1', ${alias}.address_1,
    'address_2', ${alias}.address_2, 'city', ${alias}.city, 'postal_code', ${alias}.postal_code,
    'country_code', ${alias}.country_code, 'phone', ${alias}.phone) end`

const CUSTOMER = `
  select o.locale, ${addressOf("b")} as billing_address, ${addressOf("s")} as shipping_address
    from gw_payment p join "order" o on o.id = p.order_id
    left join order_address b on b.id = o.billing_address_id
    left join order_address s on s.id = o.shipping_address_id
   where p.id = ?`
