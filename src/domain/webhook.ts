/** All that clients can be told of at addresses of theirs. */
export const WEBHOOK_EVENTS = [
  "order.created",
  "order.authorized",
  "order.paid",
  "order.payment_failed",
  "order.canceled",
  "order.refunded",
  "order.fulfilled",
  "order.returned",
  "order.disputed",
  "order.updated",
  "checkout.completed",
  "checkout.canceled",
  "checkout.expired",
  "webhook.ping",
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number]

/**
 * In which form a receiver is told: an envelope by Standard Webhooks for addresses clients subscribe, or UCP's order
 * for the address a platform's profile names.
 */
export type WebhookProfile = "standard" | "ucp_order"
