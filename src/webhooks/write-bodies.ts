import type { MedusaContainer } from "@medusajs/framework/types"
import type { DueDelivery } from "../modules/webhook/models/delivery"
import { ordersById } from "../queries/order/agent-orders"
import { policyOf } from "../gateway/admission"
import { orderViews } from "../surfaces/ucp/order/owned-orders"
import { envelopeOf, fingerprintOf, orderEntity, type ShownOrder } from "./event-body"
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
): Promise<Map<string, ShownOrder>> {
  if (!ids.length) return new Map()
  const orders = await ordersById(container, [...new Set(ids)])
  const { base_url } = policyOf({ container }).options
  const views = await orderViews(orders, { container, base_url })
  const byNumber = new Map(views.map((view) => [view.id, view]))
  const shown = orders.flatMap((order): [string, ShownOrder][] => {
    const view = byNumber.get(String(order.number))
    return view ? [[order.order_id, { order, view }]] : []
  })
  return new Map(shown)
}

/**
 * The body to store. It is empty for a UCP order webhook whose order no longer exists, because there is nothing to
 * send.
 */
function bodyOf({ event, subscription }: DueDelivery, shown: ShownOrder | undefined) {
  const isEntity = subscription.profile === "ucp_order"
  const entity = shown && JSON.stringify(orderEntity(shown, subscription.version))
  return {
    event_id: event.id,
    kind: isEntity ? ("entity" as const) : ("body" as const),
    text: isEntity ? (entity ?? "") : JSON.stringify(envelopeOf(event, shown)),
    fingerprint: shown ? fingerprintOf(shown) : null,
  }
}
