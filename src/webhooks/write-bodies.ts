import type { MedusaContainer } from "@medusajs/framework/types"
import type { DueDelivery } from "../modules/webhook/models/delivery"
import { ordersById } from "../queries/order/agent-orders"
import { policyOf } from "../gateway/admission"
import { type KnownOrder, knownOrders } from "../queries/order/known-orders"
import { placedOrderView } from "../surfaces/acp/order/order-view"
import { orderView } from "../surfaces/ucp/order/order-view"
import type { StoreAccess } from "../surfaces/ucp/order-page"
import type { EventBody } from "../modules/webhook/bodies"
import { acpEventOf, envelopeOf, fingerprintOf, orderEntity, type OrderViews } from "./event-body"
import { webhooksIn } from "../gateway/webhooks/own-webhooks"

/** A delivery with the body to send. */
export interface Written extends DueDelivery {
  readonly body: string
}

/**
 * Adds the body to each delivery. The body of an event is built for its first delivery and stored. All orders are
 * read together.
 */
export async function writeBodies(
  due: readonly DueDelivery[],
  container: MedusaContainer
): Promise<Written[]> {
  const unwritten = due.filter(({ body }) => body === null)
  if (!unwritten.length) return due as readonly Written[] as Written[]
  const orders = await ordersNow(
    unwritten.flatMap(({ event }) => event.order_id ?? []),
    container
  )
  const bodies = unwritten.map((one) => bodyOf(one, orders.get(String(one.event.order_id))))
  const texts = await webhooksIn(container).bodies.store(bodies)
  const written = new Map(unwritten.map(({ id }, index) => [id, texts[index]]))
  return due.map((one) => ({ ...one, body: one.body ?? written.get(one.id) ?? "" }))
}

/** The current state and view of orders, by Medusa's ids. */
export async function ordersNow(
  ids: readonly string[],
  container: MedusaContainer
): Promise<Map<string, OrderViews>> {
  if (!ids.length) return new Map()
  const orders = await ordersById(container, [...new Set(ids)])
  const { base_url } = policyOf({ container }).options
  const store = { container, base_url }
  const known = await knownOrders(container, orders)
  return new Map(known.map((one) => [one.order.order_id, viewsOf(one, store)]))
}

const viewsOf = (known: KnownOrder, store: StoreAccess): OrderViews => ({
  order: known.order,
  view: orderView(known, store),
  acpView: () => placedOrderView(known, store),
})

function bodyOf(due: DueDelivery, views: OrderViews | undefined): EventBody {
  return {
    event_id: due.event.id,
    kind: due.subscription.profile === "standard" ? "body" : "entity",
    text: textOf(due, views),
    fingerprint: views ? fingerprintOf(views) : null,
  }
}

/** The text to send. It is empty for an order that no longer exists, in the formats that consist of the order. */
function textOf(
  { event, subscription: { profile, version } }: DueDelivery,
  views: OrderViews | undefined
): string {
  if (profile === "standard") return JSON.stringify(envelopeOf(event, views))
  if (!views) return ""
  return JSON.stringify(profile === "acp_order" ? acpEventOf(event, views) : orderEntity(views, version))
}
