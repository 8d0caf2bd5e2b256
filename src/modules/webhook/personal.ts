import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { WebhookEvent } from "./models/event"

/** An event with its stored bodies. */
export interface ShownEvent extends Pick<WebhookEvent, "id" | "type" | "occurred_at" | "data"> {
  readonly body: string | null
  readonly entity: string | null
}

/** The personal data in webhook events. */
export class Personal {
  constructor(private readonly knex: Knex) {}

  /** The latest events of these orders and checkouts, newest first, at most `limit`. */
  events(aggregates: readonly string[], limit: number): Promise<ShownEvent[]> {
    return this.knex<ShownEvent>("gw_webhook_event")
      .whereIn("aggregate", [...aggregates])
      .orderBy("occurred_at", "desc")
      .limit(limit)
      .select("id", "type", "occurred_at", "data", "body", "entity")
  }

  /**
   * Deletes the bodies of these orders' and checkouts' events, and ends pending deliveries. A delivery that
   * staff sends again gets a new body without the personal data. Returns how many bodies and deliveries there
   * were.
   */
  async erase(
    aggregates: readonly string[],
    db: Knex = this.knex
  ): Promise<Record<"webhook_bodies" | "webhook_deliveries", number>> {
    const events = db("gw_webhook_event")
      .whereIn("aggregate", [...aggregates])
      .select("id")
    const pending = db("gw_webhook_delivery").whereIn("event_id", events).where({ state: "pending" })
    const ended = { state: "dead", ended_at: db.fn.now(), leased_until: null, last_error: "erased" }
    const webhook_deliveries = await pending.update(ended)
    return { webhook_deliveries, webhook_bodies: await this.eraseBodies(aggregates, new Date(), db) }
  }

  /** Deletes the bodies of events up to a time. Bodies written later contain no personal data. */
  async eraseBodies(aggregates: readonly string[], until: Date, db: Knex = this.knex): Promise<number> {
    const events = db("gw_webhook_event")
      .whereIn("aggregate", [...aggregates])
      .select("id")
    // Receivers may echo personal data in their responses.
    await db("gw_webhook_attempt")
      .whereIn("delivery_id", db("gw_webhook_delivery").whereIn("event_id", events).select("id"))
      .update({ response: null })
    return db("gw_webhook_event")
      .whereIn("aggregate", [...aggregates])
      .where("created_at", "<=", until)
      .whereRaw("coalesce(body, entity) is not null")
      .update({ body: null, entity: null })
  }
}
