import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ulidFrom } from "../../domain/ulid"
import { CART_MARK } from "../../modules/bank/placements"

/** An order that the plugin has placed but that belongs to no payment, with the cart that became this order. */
export interface StrayOrder {
  readonly order_id: string
  readonly cart_id: string
}

/**
 * Unpaid orders of the last day whose metadata says that the plugin has placed them, but that belong to no payment: the
 * payment of their cart has another order, or the payment they name does not exist. A process creates such an order if it
 * was paused for longer than its lock, and another process has finished its work meanwhile. Orders with a payment in
 * Medusa are never stray, because a storefront can write the same metadata to its own cart.
 */
export async function strayOrders(
  container: MedusaContainer,
  filter: { readonly olderThanSeconds: number } | { readonly order_id: string }
): Promise<StrayOrder[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const isOneOrder = "order_id" in filter
  const first = isOneOrder ? filter.order_id : `order_${ulidFrom(new Date(Date.now() - DAY_MS))}`
  const { rows } = await knex.raw<{ rows: StrayOrder[] }>(STRAY, {
    first,
    one: isOneOrder ? filter.order_id : null,
    older: isOneOrder ? 0 : filter.olderThanSeconds,
    mark: CART_MARK,
  })
  return rows
}

const DAY_MS = 86_400_000

/** Medusa's ids start with their creation time, so the condition on the id limits the scan to a day. */
const STRAY = `
  select o.id as order_id, coalesce(c.cart_id, o.metadata ->> :mark, o.id) as cart_id
    from "order" o
    left join order_cart c on c.order_id = o.id and c.deleted_at is null
   where o.id >= :first and (cast(:one as text) is null or o.id = :one)
     and o.deleted_at is null and o.status <> 'canceled'
     and o.created_at <= now() - make_interval(secs => :older)
     and (o.metadata ->> :mark is not null or o.metadata ->> 'gw_payment_id' is not null)
     and not exists (select 1 from gw_payment p where p.order_id = o.id)
     and (exists (select 1 from gw_payment p where p.cart_id = o.metadata ->> :mark and p.order_id <> o.id)
          or (o.metadata ->> 'gw_payment_id' is not null
              and not exists (select 1 from gw_payment p where p.id = o.metadata ->> 'gw_payment_id')))
     and not exists (
       select 1 from order_payment_collection l
         join payment m on m.payment_collection_id = l.payment_collection_id and m.deleted_at is null
        where l.order_id = o.id and l.deleted_at is null
          and not exists (
            select 1 from gw_payment p where p.session_id = m.payment_session_id and p.order_id is not null))
   limit 100`
