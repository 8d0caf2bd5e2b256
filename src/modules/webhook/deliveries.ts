import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Batch } from "../../lib/batcher"
import { problem } from "../../domain/errors"
import type { WebhookProfile } from "../../domain/webhook"
import { type OrderBy, type Page, allPages, byTime, sortedPage, sortingBy } from "../../lib/keyset-page"
import type { Attempted, Delivery, DueDelivery, ListedDelivery } from "./models/delivery"
import type { WebhookEvent } from "./models/event"
import type { Subscription } from "./models/subscription"
import { recordFor } from "./outbox"

/** The filters of a subscription's deliveries. */
export interface DeliveryFilter {
  readonly state?: Delivery["state"]
  readonly type?: WebhookEvent["type"]
  /** Both bounds are inclusive. */
  readonly created_from?: Date
  readonly created_to?: Date
  /** The id of the delivery, of its event, or of the order or checkout that the event is about. */
  readonly q?: string
}

/** What deliveries can be sorted by. */
export const DELIVERY_SORTS = { created_at: byTime("created_at") }

/** A query for a page of deliveries. */
interface DeliveryQuery extends DeliveryFilter {
  /** By default the newest first. */
  readonly order?: OrderBy<keyof typeof DELIVERY_SORTS>
  readonly limit: number
  readonly cursor?: string
}

/** Longer than any attempt takes. After it, the sending process is considered dead. */
const LEASE_SECONDS = 60

/** How many deliveries to one subscription may run at the same time. */
const EACH = 4

/** After this many failures in a row, only one delivery at a time is attempted. */
const BREAKER = 5

/** The deliveries of events to subscriptions. */
export class Deliveries {
  private readonly attempted = new Batch((all: readonly Attempted[]) => this.settleAll(all))

  constructor(private readonly knex: Knex) {}

  /**
   * Leases due deliveries to the caller for one minute. `busy` holds the client of each delivery the caller
   * already has in progress; no client gets more than `share` at a time. Subscriptions of other formats than `profiles`
   * wait.
   */
  async lease(
    limit: number,
    share: number,
    busy: readonly string[],
    profiles: readonly WebhookProfile[]
  ): Promise<DueDelivery[]> {
    const bindings = [limit, EACH, BREAKER, share, [...busy], LEASE_SECONDS, [...profiles]]
    const { rows } = await this.knex.raw<{ rows: DueDelivery[] }>(LEASED, bindings)
    return rows.map((row) => ({
      ...row,
      event: { ...row.event, occurred_at: new Date(row.event.occurred_at) },
    }))
  }

  /** Stores the result of an attempt. Concurrent results share one statement. */
  async settle(result: Attempted): Promise<void> {
    await this.attempted.submit(result)
  }

  /** Releases deliveries that could not be attempted, for a retry in a few seconds. */
  async release(due: readonly DueDelivery[]): Promise<void> {
    const next_at = this.knex.raw("now() + interval '5 seconds'")
    const ids = due.map(({ id }) => id)
    await this.knex("gw_webhook_delivery")
      .whereIn("id", ids)
      .andWhere({ state: "pending" })
      .update({ leased_until: null, next_at })
  }

  /**
   * Ends leased deliveries without an attempt, unless another process has leased them since. It is no failure of the
   * receiver.
   */
  async giveUp(due: readonly DueDelivery[], last_error: string): Promise<void> {
    const leased = due.map(({ id, attempt }) => [id, attempt])
    await this.knex("gw_webhook_delivery")
      .whereIn(["id", "attempt"], leased)
      .andWhere({ state: "pending" })
      .update({
        state: "dead",
        ended_at: this.knex.fn.now(),
        leased_until: null,
        last_error,
        // The lease has counted an attempt.
        attempt: this.knex.raw("attempt - 1"),
      })
  }

  /** A page of a subscription's deliveries. Undefined if the cursor is invalid. */
  list(
    of: Pick<Subscription, "id" | "client_id">,
    { order = "-created_at", limit, cursor, ...filter }: DeliveryQuery
  ): Promise<Page<ListedDelivery> | undefined> {
    const found = this.knex.from(this.matching(of, filter).as("f"))
    return sortedPage<ListedDelivery>(this.knex, found, sortingBy(DELIVERY_SORTS, order), limit, cursor)
  }

  /** All deliveries of a subscription that match, newest first, in pages of at most `limit`. */
  pages(
    of: Pick<Subscription, "id" | "client_id">,
    filter: DeliveryFilter,
    limit: number
  ): AsyncGenerator<ListedDelivery[], void> {
    return allPages((cursor) => this.list(of, { ...filter, limit, ...(cursor && { cursor }) }))
  }

  private matching(
    { id, client_id }: Pick<Subscription, "id" | "client_id">,
    { state, type, created_from, created_to, q }: DeliveryFilter
  ): Knex.QueryBuilder {
    return this.listed()
      .where({
        "d.subscription_id": id,
        ...(state && { "d.state": state }),
        // This condition selects the index of unfinished deliveries.
        ...(state === "pending" && { "d.ended_at": null }),
        // All events of a subscription are of its client, by which the index of types begins.
        ...(type && { "e.client_id": client_id, "e.type": type }),
      })
      .modify((deliveries) => {
        if (created_from) void deliveries.where("d.created_at", ">=", created_from)
        if (created_to) void deliveries.where("d.created_at", "<=", created_to)
        if (q) void deliveries.where((named) => namedBy(named, q))
      })
  }

  /**
   * Makes a delivery in any state due again immediately. Throws `not_found` if the subscription has no such
   * delivery, and `invalid_state` if the subscription is disabled.
   */
  async retry(id: string, { id: subscription_id, status }: Subscription): Promise<ListedDelivery> {
    if (status !== "active") throw problem("invalid_state", { id: subscription_id }, DISABLED)
    await this.knex("gw_webhook_delivery").where({ id, subscription_id }).update({
      state: "pending",
      failures: 0,
      ended_at: null,
      next_at: this.knex.fn.now(),
    })
    return this.retrieve({ "d.id": id, "d.subscription_id": subscription_id })
  }

  /** Sends a test event to a subscription. Throws `invalid_state` if it is disabled. */
  async ping({ id, client_id }: Pick<Subscription, "id" | "client_id">): Promise<ListedDelivery> {
    const about = { aggregate: id, client_id, session_id: null, order_id: null }
    const ping = { ...about, type: "webhook.ping", data: { webhook_id: id }, dedupe_key: null } as const
    const event_id = await recordFor(this.knex, ping, id)
    if (!event_id) throw problem("invalid_state", { id }, DISABLED)
    return this.retrieve({ "d.event_id": event_id, "d.subscription_id": id })
  }

  private async retrieve(where: Record<string, string>): Promise<ListedDelivery> {
    const row: ListedDelivery | undefined = await this.listed().where(where).first()
    if (row) return row
    throw problem("not_found", {}, "No delivery matches the id.")
  }

  private listed() {
    return this.knex("gw_webhook_delivery as d")
      .join("gw_webhook_event as e", "e.id", "d.event_id")
      .select("d.*", "e.type", "e.order_id", "e.session_id")
  }

  private async settleAll(all: readonly Attempted[]): Promise<undefined[]> {
    await this.knex.raw("select gw_webhook_settle(?, ?)", [JSON.stringify(all), BREAKER])
    return all.map(() => undefined)
  }
}

/** Searches each column separately, because each has its own index. An array is computed before the scan. */
function namedBy(deliveries: Knex.QueryBuilder, q: string): void {
  void deliveries
    .where("d.id", q)
    .orWhereRaw("d.event_id = any(array(select id from gw_webhook_event where aggregate = ?))", [q])
  if (UUID.test(q)) void deliveries.orWhere("d.event_id", q)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const DISABLED = "The webhook is disabled. Register it again to enable it."

const columns = (of: string, names: readonly string[]) =>
  names.map((name) => `'${name}', ${of}.${name}`).join()

const EVENT: readonly (keyof WebhookEvent)[] = [
  ...(["id", "type", "aggregate", "sequence", "client_id", "session_id"] as const),
  ...(["order_id", "occurred_at", "data"] as const),
]

const LEASED = `
  select d.id, l.delivery_attempt as attempt, d.failures,
         case s.profile when 'standard' then e.body else e.entity end as body,
         json_build_object(${columns("e", EVENT)}) as event,
         json_build_object(${columns("s", ["id", "client_id", "profile", "url", "version", "secret"])},
           'previous_secret', case when s.previous_until > now() then s.previous_secret end) as subscription
    from gw_webhook_lease(?, ?, ?, ?, ?, ?, ?) l
    join gw_webhook_delivery d on d.id = l.delivery_id
    join gw_webhook_event e on e.id = d.event_id
    join gw_webhook_subscription s on s.id = d.subscription_id`
