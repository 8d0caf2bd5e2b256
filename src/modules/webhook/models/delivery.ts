import type { Subscription } from "./subscription"
import type { WebhookEvent } from "./event"

/** `gw_webhook_delivery`: one event that is owed to one address. */
export interface Delivery {
  readonly id: string
  readonly event_id: string
  readonly subscription_id: string
  readonly sequence: number
  /** Dead is what is not tried any more. */
  readonly state: "pending" | "delivered" | "dead"
  /** Rises with each attempt: what comes of an earlier one counts for nothing. */
  readonly attempt: number
  readonly failures: number
  readonly next_at: Date
  readonly last_status: number | null
  readonly last_error: string | null
  readonly created_at: Date
  readonly ended_at: Date | null
}

/** A delivery as it is listed, with what it tells. */
export interface ListedDelivery extends Delivery {
  readonly type: WebhookEvent["type"]
  readonly order_id: string | null
  readonly session_id: string | null
}

/** A delivery that is to be made now, with all that takes. */
export interface DueDelivery {
  readonly id: string
  readonly attempt: number
  readonly failures: number
  readonly event: WebhookEvent
  readonly subscription: Pick<
    Subscription,
    "id" | "client_id" | "profile" | "url" | "version" | "secret" | "previous_secret"
  >
  /** What is sent, to the byte; null before it is written for the first time. */
  readonly body: string | null
}

/** What came of an attempt. Without a pause it is not tried any more. */
export interface Attempted {
  readonly id: string
  readonly attempt: number
  readonly ok: boolean
  readonly status: number | null
  readonly error: string | null
  readonly pause_seconds: number | null
  /** Whether the receiver says that nobody is there any more. */
  readonly gone: boolean
  /** When it was begun, and for how long it lasted. */
  readonly at: Date
  readonly duration_ms: number
  /** What was sent besides the body, and how the answer begins; null where nothing was sent or answered. */
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
  /** How the answer begins, as text; null when there was none. */
  readonly response: string | null
  readonly error: string | null
}
