import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { NewWebhookEvent } from "./models/event"

/** What has happened, before anybody is told. */
export class Outbox {
  constructor(private readonly knex: Knex) {}

  /**
   * Writes an event down with what is owed for it, in the caller's transaction if there is one: once for its
   * `dedupe_key`, and not at all when nobody wants to be told. Whether it was written. Wake the deliveries after the
   * commit.
   */
  async record(event: NewWebhookEvent, db: Knex = this.knex): Promise<boolean> {
    return (await recordFor(db, event)) !== null
  }
}

/** The same for one address alone, when it is named; the event's id. */
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
