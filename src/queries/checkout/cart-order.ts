import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"
import { DELETED_ORDERS_OF_CART } from "../../modules/bank/placements"

/** The order of a cart, as far as it is recorded for an agent. */
export interface CartOrder {
  readonly id: string
  readonly display_id: number
  readonly email: string | null
}

/** An order that Medusa has announced. */
export async function announcedOrder(container: MedusaContainer, id: string): Promise<CartOrder | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  return knex<CartOrder>("order").where({ id }).first("id", "display_id", "email")
}

/**
 * An order that is linked to a cart. Undefined if nothing shows that its completion has succeeded: it has no payment, none
 * that its provider confirms later, and a total of more than 0. A killed store has left it, or a payment at the plugin's
 * bank is still about to pay it. After a crash the settlement deletes such an order and places another one.
 */
export async function placedOrder(
  container: MedusaContainer,
  { cart_id, order_id }: { readonly cart_id: string; readonly order_id: string }
): Promise<CartOrder | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: CartOrder[] }>(PLACED, { cart_id, order_id })
  return rows[0]
}

/** A payment session of the order that its provider confirms later: Medusa places the order without a payment. */
const DEFERRED = `
  select from order_payment_collection l
    join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
   where l.order_id = o.id and l.deleted_at is null and s.status = 'pending_authorization'`

/** A payment at the plugin's bank that has authorized the cart's amount, and has no order yet. */
const PAYING = `
  select from gw_payment b
   where b.cart_id = :cart_id and b.route = 'bank' and b.order_id is null
     and b.status in ('authorized', 'captured', 'partially_captured')
     and (b.captured_amount = 0 or b.refunded_amount < b.captured_amount)`

/** A payment of the order: at the bank one that has this order, at another provider one that was not canceled before. */
const PAYMENT = `
  select from order_payment_collection l
    join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
    join payment_session s on s.id = p.payment_session_id and s.deleted_at is null
    left join gw_payment g on g.session_id = p.payment_session_id
   where l.order_id = o.id and l.deleted_at is null
     and (g.order_id = o.id or g.id is null and (p.canceled_at is null or o.canceled_at is not null))`

const TOTAL = `
  select (s.totals ->> 'current_order_total')::numeric from order_summary s
   where s.order_id = o.id and s.deleted_at is null order by s.version desc limit 1`

const PLACED = `
  select o.id, o.display_id, o.email
    from order_cart c
    join "order" o on o.id = c.order_id and o.deleted_at is null
   where c.cart_id = :cart_id and c.order_id = :order_id and c.deleted_at is null
     and (exists (${PAYMENT}) or exists (${DEFERRED}) or (${TOTAL}) <= 0 and not exists (${PAYING}))`

/** Longer than Medusa's lock of a cart that it completes (two minutes), and than the difference of the servers' clocks. */
const COMPLETION_SECONDS = 240

/**
 * Whether a killed store has left this order of a cart: it never had a payment in Medusa, and no completion of its cart can
 * still be running. Only for an order that `placedOrder` does not return. Call while holding Medusa's lock of the cart to act
 * on it.
 */
export async function isLeftOrder(container: MedusaContainer, id: string): Promise<boolean> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const left = knex("order as o").where({ "o.id": id, "o.deleted_at": null, "o.canceled_at": null })
  left.whereRaw("o.created_at < now() - make_interval(secs => ?)", [COMPLETION_SECONDS])
  left.whereRaw(`not exists (
    select from order_payment_collection l join payment p on p.payment_collection_id = l.payment_collection_id
     where l.order_id = o.id)`)
  return (await left.first("o.id")) !== undefined
}

/**
 * The orders that an interrupted or failed completion of a handed-over cart has left, although Medusa should have deleted
 * them, and deleted ones to which the cart is still linked. Call while holding the lock of the cart. A customer can copy the
 * mark to another cart of theirs, so orders of other carts do not count. The search tolerates a clock difference of one hour.
 */
export async function leftOrders(
  container: MedusaContainer,
  { session_id, cart_id, created_at }: Pick<StorefrontHandOff, "session_id" | "cart_id" | "created_at">
): Promise<string[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(
    `select o.id from "order" o
      where o.created_at > :created_at::timestamptz - interval '1 hour' and o.deleted_at is null
        and o.metadata -> 'gw_agent' ->> 'session_id' = :session_id
        and not exists (select from gw_payment p where p.order_id = o.id)
        and not exists (
          select from order_cart c where c.order_id = o.id and c.cart_id <> :cart_id and c.deleted_at is null)
      union
      select c.order_id from order_cart c where c.cart_id = :cart_id and c.deleted_at is null
        and not exists (select from gw_payment p where p.order_id = c.order_id)
      union ${DELETED_ORDERS_OF_CART}`,
    { session_id, cart_id, created_at }
  )
  return rows.map(({ id }) => id)
}
