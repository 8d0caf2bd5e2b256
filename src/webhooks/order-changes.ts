import type { MedusaContainer } from "@medusajs/framework/types"
import type { WebhookEventType } from "../domain/webhook"
import { START } from "../modules/webhook/models/order-cursor"
import { changedOrders, placeAfter } from "../queries/order/changed-orders"
import { type PlacedOrder, placedOrders } from "../queries/order/placed-orders"
import { fingerprintOf, type OrderViews } from "./event-body"
import { webhooksIn } from "../gateway/webhooks/own-webhooks"
import { ordersNow } from "./write-bodies"

/** How many orders are compared together. */
const BATCH_SIZE = 100

/** How many of the newest orders a sweep compares, and how many others: a few tenths of a second of database time. */
const ORDERS_PER_SWEEP = 5000

/** The events of older facts were recorded in time and may have been deleted since, so they must not be recorded again. */
const MAX_AGE_MS = 7 * 24 * 3600 * 1000

/** A shipment, return, cancellation or other change of an order in Medusa, with a unique key and its time. */
interface Fact {
  readonly type: WebhookEventType
  readonly key: string
  readonly at: Date | string
  readonly data: Record<string, unknown>
}

/**
 * Records webhook events for what Medusa has done to these orders (Medusa's ids): one event for each shipment, return
 * and cancellation, and otherwise `order.updated` when an order differs from its last event. Orders that no agent
 * placed are skipped. Repeated and concurrent calls record nothing twice.
 */
export async function recordOrderChanges(ids: readonly string[], container: MedusaContainer): Promise<void> {
  const orders = await ordersNow(ids, container)
  const webhooks = webhooksIn(container)
  const placed = await placedOrders(container, [...orders.keys()])
  const lastEventOf = await webhooks.sweep.lastEvents([...orders.keys()])
  let isRecorded = false
  for (const [order_id, now] of orders) {
    const one = placed.get(order_id)
    const { sequence, fingerprint, is_waiting } = lastEventOf(order_id)
    const recorded: boolean[] = []
    for (const fact of one ? factsOf(one) : []) recorded.push(await record(fact, now, container))
    const isKnown = recorded.includes(true) || is_waiting || fingerprint === fingerprintOf(now)
    if (!isKnown) recorded.push(await record(updated(order_id, sequence), now, container))
    isRecorded ||= recorded.includes(true)
  }
  if (isRecorded) webhooks.wake()
}

/**
 * Records webhook events for orders that may have changed without an event of Medusa. Each sweep compares the newest
 * orders and the next part of all orders, so that several sweeps compare every order. Safe on any number of
 * instances, and after a crash.
 */
export async function sweepChanges(container: MedusaContainer): Promise<void> {
  const { sweep } = webhooksIn(container)
  const started = new Date()
  const range = await sweep.nextRange()
  const { after, since, cycle_since } = range
  const until = await placeAfter(container, after, ORDERS_PER_SWEEP)
  await recordChangedOrders(
    await changedOrders(container, { after, ...(until && { until }) }, cycle_since),
    container
  )
  // Skipped if this sweep has just compared all orders. Comparing an order twice records no second event.
  if (until || after !== START)
    await recordChangedOrders(
      await changedOrders(container, { after: until ?? START, newest: ORDERS_PER_SWEEP }, since),
      container
    )
  await sweep.finish(range, started, until)
}

async function recordChangedOrders(ids: readonly string[], container: MedusaContainer): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE)
    await recordOrderChanges(ids.slice(at, at + BATCH_SIZE), container)
}

function record({ type, key, at, data }: Fact, { order }: OrderViews, container: MedusaContainer) {
  const { order_id, client_id, id: session_id } = order
  const about = { type, aggregate: order_id, client_id, session_id, order_id, data }
  return webhooksIn(container).outbox.record({ ...about, occurred_at: at, dedupe_key: key })
}

/** A change since the newest event. The key allows one such event per newest event. */
const updated = (order_id: string, sequence: number): Fact => ({
  type: "order.updated",
  key: `order.updated:${order_id}:${sequence}`,
  at: new Date(),
  data: {},
})

function factsOf({ id, canceled_at, parcels, returns }: PlacedOrder): Fact[] {
  const facts = [
    ...parcels.map(({ id: fulfillment_id, shipped_at, delivered_at }) =>
      fact("order.fulfilled", fulfillment_id, shipped_at ?? delivered_at, { fulfillment_id })
    ),
    ...returns.map(({ id: return_id, received_at }) =>
      fact("order.returned", return_id, received_at, { return_id })
    ),
    fact("order.canceled", id, canceled_at, {}),
  ].flat()
  return facts.filter(({ at }) => new Date(at).getTime() > Date.now() - MAX_AGE_MS)
}

const fact = (type: WebhookEventType, id: string, at: Fact["at"] | null, data: Fact["data"]): Fact[] =>
  at ? [{ type, key: `${type}:${id}`, at, data }] : []
