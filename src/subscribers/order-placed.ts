import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { recordAnnouncedOrder } from "../workflows/storefront/find-orders"

/** Records the order of a cart that an agent has handed to its customer. A job finds orders without an event. */
export default async function orderPlaced({
  event: { data },
  container,
}: SubscriberArgs<{ readonly id?: string }>): Promise<void> {
  if (data.id) await recordAnnouncedOrder(data.id, container)
}

export const config: SubscriberConfig = { event: "order.placed" }
