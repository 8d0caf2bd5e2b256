import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { storefrontOrderOf } from "../queries/order/existing-orders"
import { followPayment } from "../workflows/storefront/follow-payment"

/**
 * Follows the captures, refunds and cancellations of orders that customers have paid in the storefront. A job finds those
 * without an event.
 */
export default async function paymentChanged({
  event: { name, data },
  container,
}: SubscriberArgs<{ readonly id?: string }>): Promise<void> {
  const order_id =
    name === "order.canceled" ? data.id : data.id && (await storefrontOrderOf(container, "payment", data.id))
  if (order_id) await followPayment(container, order_id)
}

export const config: SubscriberConfig = { event: ["payment.captured", "payment.refunded", "order.canceled"] }
