import type { WebhookEventType } from "../../../domain/webhook"

/** `gw_webhook_event`: something that has happened to an order or a checkout, once. */
export interface WebhookEvent {
  /** A UUID, the same in every attempt at every address. */
  readonly id: string
  readonly type: WebhookEventType
  /** What it is about: Medusa's id of an order, or the id of a checkout or subscription. */
  readonly aggregate: string
  /** Counts what has happened to the same order, checkout or subscription, from 1. */
  readonly sequence: number
  readonly client_id: string
  /** The checkout; null for a ping. */
  readonly session_id: string | null
  /** Medusa's id of the order, where agents know it. */
  readonly order_id: string | null
  readonly occurred_at: Date
  /** What it says besides what is read when it is first told. */
  readonly data: Readonly<Record<string, unknown>>
}

/** An event before it is in the database. */
export interface NewWebhookEvent extends Omit<WebhookEvent, "id" | "sequence" | "occurred_at"> {
  /** When it happened; now when omitted. */
  readonly occurred_at?: Date | string
  /** Unique for the fact: it is recorded once, however often it is found. */
  readonly dedupe_key: string | null
}
