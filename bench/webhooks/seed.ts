import { Buyer } from "../../integration-tests/support/buyer"
import { sql } from "../../integration-tests/support/database"
import { orderThroughUcp, stockUp } from "../../integration-tests/support/ucp-orders"
import { subscribe } from "../../integration-tests/support/webhooks"

/** A client that has an order, and ten webhooks. */
export interface Subscriber {
  readonly client_id: string
  readonly order_id: string
  readonly session_id: string
}

const EACH = 10

/** Clients that have bought something and want to be told of it at these addresses, ten of them each. */
export async function seedSubscribers(urls: readonly string[]): Promise<Subscriber[]> {
  await stockUp()
  const all: Subscriber[] = []
  for (let from = 0; from < urls.length; from += EACH) {
    const buyer = await Buyer.forGuests()
    const { order_id, checkout } = await orderThroughUcp(buyer)
    for (const url of urls.slice(from, from + EACH)) await subscribe(buyer, url)
    all.push({ client_id: buyer.client_id, order_id, session_id: checkout.id })
  }
  return all
}

let numbered = 0

/** Commits one event of one client, each as if of another order; its id is what ten addresses are owed. */
export async function happen({ client_id, order_id, session_id }: Subscriber): Promise<string> {
  const [row] = await sql<{ id: string }>(
    "select gw_webhook_record('order.updated', $1, $2, $3, $4, now(), $1, '{}') as id",
    [`bench ${++numbered}`, client_id, session_id, order_id]
  )
  return row?.id ?? ""
}

/** Writes down deliveries that were made within the last month, for every address the same number. */
export async function seedKept(count: number): Promise<void> {
  await sql(
    `with address as (
       select id, client_id, row_number() over (order by id) - 1 as place, count(*) over () as addresses
         from gw_webhook_subscription
     ), event as (
       insert into gw_webhook_event (type, aggregate, sequence, client_id, occurred_at, data, body, created_at)
       select 'order.updated', 'kept ' || n, 1, (select min(client_id) from address),
              now() - n * interval '1 second', '{}', repeat('x', 500), now() - n * interval '1 second'
         from generate_series(1, $1::integer / 50) n
       returning id, aggregate, created_at
     )
     insert into gw_webhook_delivery
       (id, event_id, subscription_id, aggregate, sequence, state, attempt, last_status, created_at, ended_at)
     select 'whd_kept_' || e.id || a.place, e.id, a.id, e.aggregate, 1, 'delivered', 1, 200, e.created_at, e.created_at
       from event e cross join address a`,
    [count]
  )
  await sql("vacuum analyze gw_webhook_delivery")
  await sql("vacuum analyze gw_webhook_event")
}
