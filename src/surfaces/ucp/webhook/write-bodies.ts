import type { MedusaContainer } from "@medusajs/framework/types"
import type { DueDelivery } from "../../../modules/webhook/models/delivery"
import { ordersById } from "../../../queries/agent-orders"
import { policyOf } from "../../admission"
import { orderViews } from "../order/orders"
import { envelopeOf, fingerprintOf, orderEntity, type ToldOrder } from "./event-body"
import { webhooksIn } from "./own"

/** A delivery with what is sent. */
export interface Written extends DueDelivery {
  readonly body: string
}

/**
 * What deliveries send: of an event that is told for the first time it is written now, and kept. Orders are read together,
 * however many there are.
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
  const texts = await webhooksIn(container).bodies.keep(bodies)
  const written = new Map(unwritten.map(({ id }, index) => [id, texts[index]]))
  return due.map((one) => ({ ...one, body: one.body ?? written.get(one.id) ?? "" }))
}

/** Orders as they stand and are told, by Medusa's ids. */
export async function ordersNow(
  ids: readonly string[],
  container: MedusaContainer
): Promise<Map<string, ToldOrder>> {
  if (!ids.length) return new Map()
  const orders = await ordersById(container, [...new Set(ids)])
  const { base_url } = policyOf({ container }).options
  const views = await orderViews(orders, { container, base_url })
  const byNumber = new Map(views.map((view) => [view.id, view]))
  const told = orders.flatMap((order): [string, ToldOrder][] => {
    const view = byNumber.get(String(order.number))
    return view ? [[order.order_id, { order, view }]] : []
  })
  return new Map(told)
}

/** UCP has no words for an order that is gone: of it nothing can be told. */
function bodyOf({ event, subscription }: DueDelivery, told: ToldOrder | undefined) {
  const isEntity = subscription.profile === "ucp_order"
  const entity = told && JSON.stringify(orderEntity(told, subscription.version))
  return {
    event_id: event.id,
    kind: isEntity ? ("entity" as const) : ("body" as const),
    text: isEntity ? (entity ?? "") : JSON.stringify(envelopeOf(event, told)),
    fingerprint: told ? fingerprintOf(told) : null,
  }
}
