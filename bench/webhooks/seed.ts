import { sql } from "../../integration-tests/support/database"
import { unlimitedToken } from "../catalog/sides"
import { Agent } from "../checkout/agent"
import { caller } from "../checkout/call"
import { goodsInStock } from "../checkout/goods"

/** A client with an order and ten webhooks. */
export interface Subscriber {
  readonly client_id: string
  readonly order_id: string
  readonly session_id: string
}

const EACH = 10

/** Creates clients with an order and with webhooks at these URLs, ten for each client. */
export async function seedSubscribers(urls: readonly string[]): Promise<Subscriber[]> {
  const goods = await goodsInStock()
  const all: Subscriber[] = []
  for (let from = 0; from < urls.length; from += EACH) {
    const token = await unlimitedToken("admin")
    await new Agent(token, goods).buy()
    const send = caller({ root: "/gw-ucp/v1", headers: { authorization: `Bearer ${token}` } })
    for (const url of urls.slice(from, from + EACH)) await send("POST", "/webhooks", { url })
    all.push(await newest())
  }
  return all
}

/** The client with the newest order. */
async function newest(): Promise<Subscriber> {
  const [row] = await sql<Subscriber>(
    `select s.client_id, s.id as session_id, p.order_id from gw_session s join gw_payment p on p.id = s.payment_id
      order by s.ordered_at desc limit 1`
  )
  if (!row) throw new Error("No client has bought anything.")
  return row
}

let numbered = 0

/** Commits `count` events, distributed among the clients, each for another order. Each has ten deliveries. */
export async function commitEvents(subscribers: readonly Subscriber[], count: number): Promise<string[]> {
  const of = Array.from({ length: count }, (_, n) => subscribers[(numbered + n) % subscribers.length])
  const rows = await sql<{ id: string }>(
    `select gw_webhook_record('order.updated', name, client_id, session_id, order_id, now(), name, '{}') as id
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as event (name, client_id, session_id, order_id)`,
    [
      of.map((_, n) => `bench ${numbered + n}`),
      of.map((one) => one?.client_id),
      of.map((one) => one?.session_id),
      of.map((one) => one?.order_id),
    ]
  )
  numbered += count
  return rows.map(({ id }) => id)
}

/** Inserts completed deliveries of the last month, the same number for every webhook. */
export async function seedDeliveries(count: number): Promise<void> {
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
