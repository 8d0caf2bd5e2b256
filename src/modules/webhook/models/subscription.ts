import type { WebhookEventType, WebhookProfile } from "../../../domain/webhook"

/**
 * Why a subscription is disabled: its receiver is gone, it has failed for days, its client (or sandbox
 * credential) was revoked, or the merchant disabled it.
 */
export type DisabledReason = "gone" | "failing" | "client_revoked" | "merchant"

/** The delivery states of a subscription. */
export const DELIVERY_STATUSES = ["active", "failing", "disabled"] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** `gw_webhook_subscription`: a URL to which a client gets webhooks. */
export interface Subscription {
  readonly id: string
  readonly client_id: string
  readonly profile: WebhookProfile
  readonly url: string
  /** The subscribed event types, sorted; null for all. */
  readonly events: readonly WebhookEventType[] | null
  readonly description: string | null
  /** The UCP version of a platform's webhooks; null for a client's own subscription. */
  readonly version: string | null
  /** The encrypted signing secret; null if messages are signed with the store's key only. */
  readonly secret: string | null
  /** The previous secret, which also signs until `previous_until`. */
  readonly previous_secret: string | null
  readonly previous_until: Date | null
  /** The request that created the secret; null for the secret from the registration. */
  readonly rotation: string | null
  readonly status: "active" | "disabled"
  /** Like `status`, but `failing` if it is active and its latest attempt failed. PostgreSQL derives it. */
  readonly delivery_status: DeliveryStatus
  readonly disabled_reason: DisabledReason | null
  readonly disabled_at: Date | null
  /** How many attempts in a row have failed, across all deliveries. */
  readonly failures: number
  readonly failing_since: Date | null
  /** When the next attempt may be made, while attempts fail repeatedly. */
  readonly probe_at: Date | null
  readonly last_success_at: Date | null
  readonly last_failure_at: Date | null
  readonly last_failure_status: number | null
  readonly created_at: Date
}
