import { eventually } from "./agent"
import { sql } from "./database"
import { type Order, orderNumber } from "./merchant"

/** The numbers of a cart's orders. There should never be more than one. */
export function ordersOf(cart_id: string): Promise<{ display_id: number }[]> {
  return sql(
    `select o.display_id from order_cart c join "order" o on o.id = c.order_id where c.cart_id = $1`,
    [cart_id]
  )
}

/** The order of a cart as the admin shows it, once it exists. */
export async function orderOf(cart_id: string): Promise<Order | undefined> {
  const [order] = await ordersOf(cart_id)
  return order && orderNumber(order.display_id)
}

/** The last order number the store has assigned, also to an order that was deleted. */
export async function lastOrderNumber(): Promise<string | undefined> {
  const sequence = `pg_get_serial_sequence('"order"', 'display_id')`
  return (await sql<{ last: string }>(`select pg_sequence_last_value(${sequence})::text as last`))[0]?.last
}

/** Waits until the store has stored this status of a payment. */
export async function reaches(payment_id: string, status: string): Promise<void> {
  await eventually(
    async () => (await sql("select 1 from gw_payment where id = $1 and status = $2", [payment_id, status]))[0]
  )
}
