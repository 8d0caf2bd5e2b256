import type { Attempt, Delivery, ListedDelivery } from "./delivery"
import type { DeliveryStatus, Subscription } from "./subscription"

/** A subscription as the merchant sees it, without its secrets. */
export type ManagedSubscription = Omit<
  Subscription,
  "secret" | "previous_secret" | "previous_until" | "rotation" | "probe_at" | "status" | "delivery_status"
> & {
  readonly status: DeliveryStatus
  /** The number of pending deliveries, at most 1000. */
  readonly waiting: number
}

/** A subscription with the name of its client, as the admin shows it. */
export type WebhookView = ManagedSubscription & {
  /** Null for the sandbox credential. */
  readonly client_name: string | null
}

/** The number of a subscription's deliveries by state, at most 10,000 each. */
export type DeliveryCounts = Readonly<Record<Delivery["state"], number>>

/** A delivery with everything that was sent and received. */
export interface TracedDelivery extends ListedDelivery {
  /** The body to send, byte for byte; null before it is serialized for the first time. */
  readonly body: string | null
  /** The last ten attempts, newest first. */
  readonly attempts: readonly Attempt[]
}

/** A delivery in the merchant's list. `order_id` is Medusa's. */
export type DeliveryView = Omit<ListedDelivery, "subscription_id" | "attempt" | "failures" | "next_at"> & {
  readonly attempt_count: number
  readonly next_attempt_at: Date | null
}

/** An attempt with the start of the response as text, and the reason why it failed. */
export type AttemptView = Omit<Attempt, "delivery_id" | "headers">

/** A delivery with its last request and response, if there are any. */
export type DeliveryTrace = DeliveryView & {
  readonly request: {
    readonly method: "POST"
    readonly url: string
    readonly headers: Readonly<Record<string, string>> | null
    readonly body: string
  } | null
  readonly response: AttemptView | null
  readonly attempts: readonly AttemptView[]
}

/** How many deliveries were made pending again, and the cursor of the next call; null if nothing is left. */
export interface Replayed {
  readonly count: number
  readonly next_cursor: string | null
}
