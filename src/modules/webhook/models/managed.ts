import type { Attempt, Delivery, ListedDelivery } from "./delivery"
import type { DeliveryStatus, Subscription } from "./subscription"

/** An address as the merchant sees it: without its secrets. */
export type ManagedSubscription = Omit<
  Subscription,
  "secret" | "previous_secret" | "previous_until" | "rotation" | "probe_at" | "status" | "delivery_status"
> & {
  readonly status: DeliveryStatus
  /** How many deliveries are owed to it; 1000 stands for more, too. */
  readonly waiting: number
}

/** The same as the merchant is shown it. */
export type WebhookView = ManagedSubscription & {
  /** Null for whoever has the sandbox credential. */
  readonly client_name: string | null
}

/** How many deliveries of an address there are; 10 000 stands for more, too. */
export type DeliveryCounts = Readonly<Record<Delivery["state"], number>>

/** A delivery with all that was sent and answered. */
export interface TracedDelivery extends ListedDelivery {
  /** What is sent, to the byte; null before it is written for the first time. */
  readonly body: string | null
  /** The last ten attempts, the newest first. */
  readonly attempts: readonly Attempt[]
}

/** A delivery as it is listed to the merchant. `order_id` is Medusa's. */
export type DeliveryView = Omit<ListedDelivery, "subscription_id" | "attempt" | "failures" | "next_at"> & {
  readonly attempt_count: number
  readonly next_attempt_at: Date | null
}

/** An attempt: how the answer begins, as text, and why it was not taken. */
export type AttemptView = Omit<Attempt, "delivery_id" | "headers">

/** A delivery with the request as it was sent last and its answer, as far as there are any. */
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

/** How many deliveries are owed again, and where to go on: null when nothing is left. */
export interface Replayed {
  readonly count: number
  readonly next_cursor: string | null
}
