import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { orderOfParcel } from "../queries/order/changed-orders"
import { recordOrderChanges } from "../webhooks/order-changes"

/** The ids in an event's data. */
interface Named {
  readonly id?: string
  readonly order_id?: string
}

/** Events of fulfillments, which contain the fulfillment's id instead of the order's. */
const OF_PARCELS = ["shipment.created", "delivery.created"]

/** Records webhook events for the merchant's changes of agents' orders. A job finds the changes without an event. */
export default async function orderChanged({
  event: { name, data },
  container,
}: SubscriberArgs<Named>): Promise<void> {
  const named = data.order_id ?? data.id
  const order_id = OF_PARCELS.includes(name) && named ? await orderOfParcel(container, named) : named
  if (order_id) await recordOrderChanges([order_id], container)
}

export const config: SubscriberConfig = {
  event: [
    ...OF_PARCELS,
    ...["canceled", "completed", "archived", "updated"].map((act) => `order.${act}`),
    ...["fulfillment_canceled", "return_requested", "return_received"].map((act) => `order.${act}`),
    ...["claim_created", "exchange_created"].map((act) => `order.${act}`),
    "order-edit.confirmed",
  ],
}
