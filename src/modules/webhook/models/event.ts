import type { WebhookEventType } from "../../../domain/webhook"

/** `gw_webhook_event`: an event of an order, a checkout or a subscription. */
export interface WebhookEvent {
  /** A UUID, the same in every attempt for every subscription. */
  readonly id: string
  readonly type: WebhookEventType
  /** The subject: Medusa's id of an order, or the id of a checkout session or subscription. */
  readonly aggregate: string
  /** Numbers the events of the same subject from 1. */
  readonly sequence: number
  readonly client_id: string
  /** The checkout session; null for a test event. */
  readonly session_id: string | null
  /** Medusa's id of the order, if agents know it. */
  readonly order_id: string | null
  readonly occurred_at: Date
  /** The part of the body that is fixed at the time of the event. The rest is read at the first delivery. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The data of an event before it is stored. */
export interface NewWebhookEvent extends Omit<WebhookEvent, "id" | "sequence" | "occurred_at"> {
  /** When it happened; now when omitted. */
  readonly occurred_at?: Date | string
  /** Unique per fact, so that it is recorded once, however often it is detected. */
  readonly dedupe_key: string | null
}
