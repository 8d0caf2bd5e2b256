import type { Subscription } from "./subscription"
import type { WebhookEvent } from "./event"

/** `gw_webhook_delivery`: an event to be delivered to a subscription. */
export interface Delivery {
  readonly id: string
  readonly event_id: string
  readonly subscription_id: string
  readonly sequence: number
  /** `dead` means that no further attempt is made. */
  readonly state: "pending" | "delivered" | "dead"
  /** Increases with each attempt. The result of an earlier attempt is ignored. */
  readonly attempt: number
  readonly failures: number
  readonly next_at: Date
  readonly last_status: number | null
  readonly last_error: string | null
  readonly created_at: Date
  readonly ended_at: Date | null
}

/** A delivery in a list, with the data of its event. */
export interface ListedDelivery extends Delivery {
  readonly type: WebhookEvent["type"]
  readonly order_id: string | null
  readonly session_id: string | null
}

/** A leased delivery with everything needed to send it. */
export interface DueDelivery {
  readonly id: string
  readonly attempt: number
  readonly failures: number
  readonly event: WebhookEvent
  readonly subscription: Pick<
    Subscription,
    "id" | "client_id" | "profile" | "url" | "version" | "secret" | "previous_secret"
  >
  /** The body to send, byte for byte; null before it is serialized for the first time. */
  readonly body: string | null
}

/** The result of an attempt. Without `pause_seconds` there is no further attempt. */
export interface Attempted {
  readonly id: string
  readonly attempt: number
  readonly ok: boolean
  readonly status: number | null
  readonly error: string | null
  readonly pause_seconds: number | null
  /** Whether the receiver answered that the URL no longer exists. */
  readonly gone: boolean
  /** When the attempt started, and how long it took. */
  readonly at: Date
  readonly duration_ms: number
  /** The sent headers and the start of the response; null if nothing was sent or received. */
  readonly headers: Readonly<Record<string, string>> | null
  readonly response: string | null
}

/** `gw_webhook_attempt`: one of the last ten attempts of a delivery. */
export interface Attempt {
  readonly delivery_id: string
  readonly attempt: number
  readonly at: Date
  readonly duration_ms: number
  readonly headers: Readonly<Record<string, string>> | null
  readonly status: number | null
  /** The start of the response as text; null if there was none. */
  readonly response: string | null
  readonly error: string | null
}
