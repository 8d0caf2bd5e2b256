import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { canceled } from "../../modules/bank/canceled-orders"

/** A canceled order whose stock is still reserved, and one of its payments. */
export interface CanceledReservation {
  readonly order_id: string
  readonly payment_id: string
}

/**
 * Canceled orders whose stock is still reserved. Medusa leaves such an order when the store is killed during the
 * cancellation, when two cancellations run at once, and when a paused process reserves the stock after the cancellation.
 * Checks the orders that were canceled within the last hour, and those of these payments.
 */
export async function canceledReservations(
  container: MedusaContainer,
  payment_ids: readonly string[]
): Promise<CanceledReservation[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: CanceledReservation[] }>(LEFT, { payment_ids: [...payment_ids] })
  return rows
}

/* The lateral join reads each order by its id, instead of reading all canceled orders. */
const LEFT = `
  select distinct on (p.order_id) p.order_id, p.id as payment_id
    from (
      select id, order_id from gw_payment where order_canceled_at > now() - interval '1 hour'
      union
      select id, order_id from gw_payment where id = any(:payment_ids) and order_id is not null) p
    cross join lateral (select status, canceled_at from "order" where id = p.order_id offset 0) o
   where ${canceled("o")}
     and exists (
       select 1 from order_item i join reservation_item r on r.line_item_id = i.item_id and r.deleted_at is null
        where i.order_id = p.order_id)
   order by p.order_id, p.id
   limit 100`
