/** The webhook event types. */
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
 * The format of a webhook: the Standard Webhooks envelope for a client's own subscription, or UCP's order for
 * the URL in a platform's profile.
 */
export type WebhookProfile = "standard" | "ucp_order"
