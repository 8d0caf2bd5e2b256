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
 * The events of a webhook of ACP, sorted. The others are not of the order, or change nothing that ACP's order has:
 * `order.authorized` and `order.paid` are about its payment.
 */
export const ACP_EVENTS = [
  "order.canceled",
  "order.created",
  "order.disputed",
  "order.fulfilled",
  "order.refunded",
  "order.returned",
  "order.updated",
] as const satisfies readonly WebhookEventType[]

/**
 * The formats of webhooks: the Standard Webhooks envelope for a subscription of a UCP client, UCP's order for the URL in
 * a platform's profile, and ACP's order event for a subscription of an ACP client.
 */
export const WEBHOOK_PROFILES = ["standard", "ucp_order", "acp_order"] as const
export type WebhookProfile = (typeof WEBHOOK_PROFILES)[number]

/** The formats of the subscriptions that a client registers itself. It has those of one surface only. */
export const OWN_PROFILES = ["standard", "acp_order"] as const satisfies readonly WebhookProfile[]

/** The surface of a format's clients. */
export const surfaceOfProfile = (profile: WebhookProfile): "ucp" | "acp" =>
  profile === "acp_order" ? "acp" : "ucp"
