import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newestFirst, type Page } from "../../newest-first"
import { changeByStaff } from "../../staff-change"
import type { ManagedSubscription } from "./models/managed"
import type { DeliveryStatus } from "./models/subscription"
import { AS_NEW } from "./subscriptions"

/** Which addresses, and which page of them. */
export interface SubscriptionQuery {
  readonly client_id?: string | undefined
  readonly status?: DeliveryStatus | undefined
  /** Part of the URL. */
  readonly q?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** What the merchant's staff do with the addresses of all clients; `by` is the member of the staff, for the audit. */
export class ManagedSubscriptions {
  constructor(private readonly knex: Knex) {}

  /** A page of them, the newest first. Undefined for a cursor that is not ours. */
  list(query: SubscriptionQuery): Promise<Page<ManagedSubscription> | undefined> {
    const { client_id, status, q, limit, cursor } = query
    const found = this.seen().where((where) => {
      if (client_id) void where.where({ client_id })
      if (status) void where.where({ delivery_status: status })
      if (q) void where.whereILike("url", `%${q.replace(/[\\%_]/g, "\\$&")}%`)
    })
    return newestFirst(this.knex, this.knex.from(found.as("f")), "created_at", limit, cursor)
  }

  /** One of whichever client's. */
  async find(id: string): Promise<ManagedSubscription | undefined> {
    return (await this.seen().where({ id }).first()) as ManagedSubscription | undefined
  }

  /** Has one that was disabled go on, as if it had never failed. One that is active stays as it is. */
  async enable(id: string, by: string): Promise<void> {
    await changeByStaff(this.knex, async (trx) => {
      const own = { id, status: "disabled" }
      const enabled = await trx("gw_webhook_subscription")
        .where(own)
        .update({ ...AS_NEW, updated_by: by })
      // The audit has it now; what happens by itself later is not theirs.
      if (enabled) await trx("gw_webhook_subscription").where({ id }).update({ updated_by: null })
    })
  }

  /** Sends nothing more there; what is owed is given up. The reason there was stands. */
  async disable(id: string, by: string): Promise<void> {
    await changeByStaff(this.knex, (trx) => trx.raw("select gw_webhook_disable(?, 'merchant', ?)", [id, by]))
  }

  private seen(): Knex.QueryBuilder {
    return this.knex("gw_webhook_subscription").select(SEEN).select(this.knex.raw(WAITING))
  }
}

const SEEN: readonly (keyof ManagedSubscription | "delivery_status as status")[] = [
  ...(["id", "client_id", "profile", "url", "events", "description", "version"] as const),
  "delivery_status as status",
  ...(["disabled_reason", "disabled_at", "failures", "failing_since"] as const),
  ...(["last_success_at", "last_failure_at", "last_failure_status", "created_at"] as const),
]

/** Counted no further than it matters, because it is for each of a page. */
const WAITING = `
  (select count(*)::integer from (
     select from gw_webhook_delivery d
      where d.subscription_id = gw_webhook_subscription.id and d.state = 'pending' limit 1000) owed) as waiting`
