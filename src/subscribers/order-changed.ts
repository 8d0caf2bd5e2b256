import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { orderOfFulfillment } from "../queries/order/changed-orders"
import { recordOrderChanges } from "../webhooks/order-changes"

/** The ids in an event's data. */
interface EventIds {
  readonly id?: string
  readonly order_id?: string
}

/** Events of fulfillments, which contain the fulfillment's id instead of the order's. */
const PARCEL_EVENTS = ["shipment.created", "delivery.created"]

/** Records webhook events for the merchant's changes of agents' orders. A job finds the changes without an event. */
export default async function orderChanged({
  event: { name, data },
  container,
}: SubscriberArgs<EventIds>): Promise<void> {
  const named = data.order_id ?? data.id
  const order_id = PARCEL_EVENTS.includes(name) && named ? await orderOfFulfillment(container, named) : named
  if (order_id) await recordOrderChanges([order_id], container)
}

export const config: SubscriberConfig = {
  event: [
    ...PARCEL_EVENTS,
    ...["canceled", "completed", "archived", "updated"].map((change) => `order.${change}`),
    ...["fulfillment_canceled", "return_requested", "return_received"].map((change) => `order.${change}`),
    ...["claim_created", "exchange_created"].map((change) => `order.${change}`),
    "order-edit.confirmed",
  ],
}
