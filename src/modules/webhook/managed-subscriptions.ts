import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { containing } from "../../lib/containing"
import {
  type OrderBy,
  type Page,
  type SortColumn,
  allPages,
  byTime,
  sortedPage,
  sortingBy,
} from "../../lib/keyset-page"
import { changeByStaff } from "../../lib/staff-audit"
import type { ManagedSubscription } from "./models/managed"
import type { DeliveryStatus } from "./models/subscription"
import { ENABLED } from "./subscriptions"

/** What subscriptions can be sorted by. */
export const SUBSCRIPTION_SORTS = {
  created_at: byTime("created_at"),
  url: [{ name: "url", type: "text" }],
} as const satisfies Record<string, readonly SortColumn[]>

/** The filters of a list of subscriptions. */
export interface SubscriptionMatch {
  readonly client_id?: string | undefined
  readonly status?: DeliveryStatus | undefined
  /** Part of the URL. */
  readonly q?: string | undefined
}

/** A query for a page of subscriptions. */
export interface SubscriptionQuery extends SubscriptionMatch {
  /** By default the newest first. */
  readonly order?: OrderBy<keyof typeof SUBSCRIPTION_SORTS> | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Subscriptions of all clients as the merchant's staff manages them. `by` is the staff member, for the audit log. */
export class ManagedSubscriptions {
  constructor(private readonly knex: Knex) {}

  /** A page of subscriptions. Undefined if the cursor is invalid. */
  list(query: SubscriptionQuery): Promise<Page<ManagedSubscription> | undefined> {
    const { client_id, status, q, order = "-created_at", limit, cursor } = query
    const found = this.seen().where((where) => {
      if (client_id) void where.where({ client_id })
      if (status) void where.where({ delivery_status: status })
      if (q) void where.whereILike("url", containing(q))
    })
    const sorting = sortingBy(SUBSCRIPTION_SORTS, order)
    return sortedPage(this.knex, this.knex.from(found.as("f")), sorting, limit, cursor)
  }

  /** All subscriptions that match, newest first, in pages of at most `size`. */
  pages(match: SubscriptionMatch, size: number): AsyncGenerator<ManagedSubscription[], void> {
    return allPages((cursor) => this.list({ ...match, limit: size, cursor }))
  }

  /** A subscription of any client. */
  async find(id: string): Promise<ManagedSubscription | undefined> {
    return (await this.seen().where({ id }).first()) as ManagedSubscription | undefined
  }

  /** Enables a disabled subscription and resets its failures. An active one stays unchanged. */
  async enable(id: string, by: string): Promise<void> {
    await changeByStaff(this.knex, async (trx) => {
      const own = { id, status: "disabled" }
      const enabled = await trx("gw_webhook_subscription")
        .where(own)
        .update({ ...ENABLED, updated_by: by })
      // The audit entry is written. Later automatic changes must not name the staff member.
      if (enabled) await trx("gw_webhook_subscription").where({ id }).update({ updated_by: null })
    })
  }

  /** Disables a subscription and ends its pending deliveries. An earlier reason stays. */
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

/** Limited, because it is counted for each row of a page. */
const WAITING = `
  (select count(*)::integer from (
     select from gw_webhook_delivery d
      where d.subscription_id = gw_webhook_subscription.id and d.state = 'pending' limit 1000) pending) as waiting`
