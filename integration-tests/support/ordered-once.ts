import { expect } from "vitest"
import { ledgerOf } from "./bank-ledger"
import { sql } from "./database"
import { eventuallyRunning } from "./jobs"
import { capturesOf, orderNumber, paymentOf, timesPlaced } from "./merchant"
import { type Cart, Storefront } from "./storefront"

/** Waits until every effect is done and every bank event is processed. */
export async function nothingLeft(): Promise<void> {
  await eventuallyRunning("settle-leftovers", async () => {
    const left = await sql(`select 1 from gw_effect where done_at is null
                            union all select 1 from gw_bank_event where processed_at is null`)
    return left.length ? undefined : true
  })
}

/** The same for some payments, where other payments have their own tests. */
export async function nothingLeftOf(...payment_ids: string[]): Promise<void> {
  await eventuallyRunning("settle-leftovers", async () => {
    const left = await sql(
      `select 1 from gw_effect where payment_id = any($1) and done_at is null
       union all
       select 1 from gw_bank_event e join gw_payment p on p.merchant_reference = e.snapshot ->> 'merchant_reference'
        where p.id = any($1) and e.processed_at is null`,
      [payment_ids]
    )
    return left.length ? undefined : true
  })
}

/**
 * Expects that a storefront cart has the same final state as without interruptions: one order, fully paid by
 * one payment with one capture, its stock reserved once, announced once, and nothing else.
 */
export async function expectOrderedOnce(cart: Cart, payment_id: string): Promise<void> {
  await nothingLeftOf(payment_id)
  const completion = await new Storefront().complete(cart.id)
  expect(completion).toMatchObject({ status: 200, type: "order" })
  const order = await orderNumber(Number(completion.order?.display_id))
  expect(order).toMatchObject({ status: "pending", payment_status: "captured", total: cart.total })
  expect(order.summary).toMatchObject({ paid_total: cart.total, pending_difference: 0 })
  expect(capturesOf(order)).toEqual([cart.total])
  expect(paymentOf(order).refunds).toEqual([])
  expect(timesPlaced(order)).toBe(1)
  expect(await rowsOf(cart, order.id)).toEqual({
    orders: [order.id],
    links: [order.id],
    completed: 1,
    reservations: 1,
    transactions: 1,
  })
  expect(await strayReservations()).toEqual([])
  expect((await ledgerOf(payment_id)).amounts).toMatchObject({
    captured: Math.round(cart.total * 100),
    refunded: 0,
  })
}

/** The rows that no page of the admin would show. */
async function rowsOf({ id }: Cart, order_id: string): Promise<object | undefined> {
  const [rows] = await sql(
    `select
       (select array_agg(o.id) from "order" o where o.metadata ->> 'gw_cart_id' = $1) as orders,
       (select array_agg(c.order_id) from order_cart c where c.cart_id = $1 and c.deleted_at is null) as links,
       (select count(*)::int from cart where id = $1 and completed_at is not null) as completed,
       (select count(*)::int from reservation_item r join order_item i on i.item_id = r.line_item_id
         where i.order_id = $2 and r.deleted_at is null) as reservations,
       (select count(*)::int from order_transaction t where t.order_id = $2 and t.deleted_at is null) as transactions`,
    [id, order_id]
  )
  return rows
}

/** Reserved stock without an order. */
export const strayReservations = () =>
  sql(`select l.inventory_item_id, l.reserved_quantity from inventory_level l
        where l.reserved_quantity <> (
          select coalesce(sum(r.quantity), 0) from reservation_item r
           where r.inventory_item_id = l.inventory_item_id and r.location_id = l.location_id
             and r.deleted_at is null and exists (select from order_item i where i.item_id = r.line_item_id))`)
