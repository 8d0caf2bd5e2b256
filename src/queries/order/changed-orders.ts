import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Place } from "../../modules/webhook/models/order-cursor"

/** A range of agents' orders after a cursor: up to another cursor, or the newest ones. */
export type Slice = { readonly after: Place; readonly until?: Place; readonly newest?: number }

const END: Place = { ordered_at: "infinity", id: "" }

/**
 * The orders of a slice that may have changed since a time and whose clients have an active webhook
 * subscription, by Medusa's ids. No index covers changes, so every order of the slice is read: the cost depends only on
 * the length of the slice.
 */
export async function changedOrders(
  container: MedusaContainer,
  { after, until = END, newest }: Slice,
  since: Date
): Promise<string[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const bounds = { ...boundsOf(after), until_at: until.ordered_at, until_id: until.id }
  const bindings = { ...bounds, newest: newest ?? null, since }
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(CHANGED, bindings)
  return rows.map(({ id }) => id)
}

/** The cursor that is `count` orders after another. Undefined if there are fewer orders. */
export async function placeAfter(
  container: MedusaContainer,
  after: Place,
  count: number
): Promise<Place | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const bindings = { ...boundsOf(after), skipped: count - 1 }
  const { rows } = await knex.raw<{ rows: Place[] }>(PLACE, bindings)
  return rows[0]
}

const boundsOf = ({ ordered_at, id }: Place) => ({ after_at: ordered_at, after_id: id })

/** The condition matches the index. */
const AFTER = "payment_id > '' and (ordered_at, id) > (:after_at::timestamptz, :after_id)"

const PLACE = `
  select ordered_at::text, id from gw_session s
   where ${AFTER} order by s.ordered_at, id offset :skipped limit 1`

/** The time of the latest change in an order's related rows. The condition matches Medusa's indexes. */
const newestOf = (rows: string) => `(select max(updated_at) from ${rows} and deleted_at is null)`

/**
 * Medusa does not update an order when its fulfillments or returns change, or when a refund of it waits for approval, so
 * the related rows are compared, too. They are looked up per order, because with joins PostgreSQL may read all orders.
 */
const CHANGED = `
  with slice as materialized (
    select payment_id, client_id from gw_session
     where ${AFTER} and (ordered_at, id) <= (:until_at::timestamptz, :until_id)
     order by ordered_at desc, id desc limit :newest
  )
  select o.id
    from slice s
    cross join lateral (
      select order_id from gw_payment where id = s.payment_id and announced_at is not null offset 0) p
    cross join lateral (select id, updated_at from "order" where id = p.order_id offset 0) o
   where s.client_id in (select client_id from gw_webhook_subscription where status = 'active')
     and greatest(
       o.updated_at,
       ${newestOf("order_item where order_id = o.id")},
       ${newestOf("return where order_id = o.id")},
       (select max(greatest(created_at, decided_at, failed_at)) from gw_approval where refund_of = s.payment_id),
       (select max(f.updated_at) from order_fulfillment l
          cross join lateral (select updated_at from fulfillment where id = l.fulfillment_id offset 0) f
         where l.order_id = o.id)) > :since`

/** The order of a fulfillment, by Medusa's ids. Undefined if there is none. */
export async function orderOfFulfillment(
  container: MedusaContainer,
  id: string
): Promise<string | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const [order_id] = await knex("order_fulfillment").where({ fulfillment_id: id }).pluck("order_id")
  return order_id
}
