import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { NewWebhookEvent } from "./models/event"

/** Events to be delivered by webhook. */
export class Outbox {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores an event with its pending deliveries, in the caller's transaction if given. It is stored once per
   * `dedupe_key`, and only if a subscription wants it. Returns whether it was stored. Call `wake` after the
   * commit.
   */
  async record(event: NewWebhookEvent, db: Knex = this.knex): Promise<boolean> {
    return (await recordFor(db, event)) !== null
  }
}

/**
 * Stores an event, for a single subscription if `only` names one. Returns the event's id, or null if it was not
 * stored.
 */
export async function recordFor(db: Knex, event: NewWebhookEvent, only?: string): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { id: string | null }[] }>(RECORD, {
    ...event,
    occurred_at: event.occurred_at ?? null,
    data: JSON.stringify(event.data),
    only: only ?? null,
  })
  return rows[0]?.id ?? null
}

const RECORD = `
  select gw_webhook_record(:type, :aggregate, :client_id, :session_id, :order_id,
    coalesce(:occurred_at::timestamptz, now()), :dedupe_key, :data, :only) as id`
