import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { WebhookEvent } from "./models/event"

/** An event, with what is told of it. */
export interface ToldEvent extends Pick<WebhookEvent, "id" | "type" | "occurred_at" | "data"> {
  readonly body: string | null
  readonly entity: string | null
}

/** What clients were told of a person's orders and checkouts. */
export class Personal {
  constructor(private readonly knex: Knex) {}

  /** Events of these orders and checkouts, the newest first, and no more than `limit`. */
  events(aggregates: readonly string[], limit: number): Promise<ToldEvent[]> {
    return this.knex<ToldEvent>("gw_webhook_event")
      .whereIn("aggregate", [...aggregates])
      .orderBy("occurred_at", "desc")
      .limit(limit)
      .select("id", "type", "occurred_at", "data", "body", "entity")
  }

  /**
   * Forgets what was written of these orders and checkouts, and ends what is still owed: sent again by hand it is written
   * anew, without saying whose it was. How many were written, and how many were owed.
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

  /** Forgets what was written of events until then; what is written from now on says no more whose order it was. */
  async eraseBodies(aggregates: readonly string[], until: Date, db: Knex = this.knex): Promise<number> {
    const events = db("gw_webhook_event")
      .whereIn("aggregate", [...aggregates])
      .select("id")
    // Receivers may say back what they were told.
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
