import type { WebhookEventType, WebhookProfile } from "../../../domain/webhook"

/**
 * Why nothing more is sent to an address: its receiver is gone, has failed for days, its client is revoked (or was the
 * sandbox credential, which has ended), or the merchant does not want it.
 */
export type DisabledReason = "gone" | "failing" | "client_revoked" | "merchant"

/** Whether an address is told anything, and takes it. */
export const DELIVERY_STATUSES = ["active", "failing", "disabled"] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** `gw_webhook_subscription`: an address a client is told at. */
export interface Subscription {
  readonly id: string
  readonly client_id: string
  readonly profile: WebhookProfile
  readonly url: string
  /** What it is told, sorted; null for everything. */
  readonly events: readonly WebhookEventType[] | null
  readonly description: string | null
  /** The version of UCP in which a platform is told; null for a client's own subscription. */
  readonly version: string | null
  /** What messages are signed with, sealed; null where they are signed with the store's key alone. */
  readonly secret: string | null
  /** The one before, which signs as well until `previous_until`. */
  readonly previous_secret: string | null
  readonly previous_until: Date | null
  /** Which request has made the secret; null for the one it was registered with. */
  readonly rotation: string | null
  readonly status: "active" | "disabled"
  /** The same with `failing`: active, and the newest attempt has failed. The database derives it. */
  readonly delivery_status: DeliveryStatus
  readonly disabled_reason: DisabledReason | null
  readonly disabled_at: Date | null
  /** How many attempts in a row have failed, of whichever delivery. */
  readonly failures: number
  readonly failing_since: Date | null
  /** While it fails again and again, when the next attempt may be made. */
  readonly probe_at: Date | null
  readonly last_success_at: Date | null
  readonly last_failure_at: Date | null
  readonly last_failure_status: number | null
  readonly created_at: Date
}
