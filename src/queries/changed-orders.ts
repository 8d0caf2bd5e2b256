import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/**
 * Orders of agents that may have changed since a moment, of clients that want to be told, by Medusa's ids: so many after
 * the one given.
 */
export async function changedOrders(
  container: MedusaContainer,
  since: Date,
  after: string,
  limit: number
): Promise<string[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(CHANGED, { since, after, limit })
  return rows.map(({ id }) => id)
}

/** Medusa does not touch an order when its parcels and returns change. */
const CHANGED = `
  select o.id
    from gw_session s join gw_payment p on p.id = s.payment_id join "order" o on o.id = p.order_id
   where s.payment_id is not null and p.announced_at is not null and o.id > :after
     and s.client_id in (select client_id from gw_webhook_subscription where status = 'active')
     and (o.updated_at > :since
       or exists (select from order_item i where i.order_id = o.id and i.updated_at > :since)
       or exists (select from return r where r.order_id = o.id and r.updated_at > :since)
       or exists (select from order_fulfillment l join fulfillment f on f.id = l.fulfillment_id
                   where l.order_id = o.id and f.updated_at > :since))
   order by o.id limit :limit`

/** The order of a parcel, by Medusa's ids; undefined when there is none. */
export async function orderOfParcel(container: MedusaContainer, id: string): Promise<string | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const [order_id] = await knex("order_fulfillment").where({ fulfillment_id: id }).pluck("order_id")
  return order_id
}
