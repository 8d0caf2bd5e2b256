import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { FunnelCount } from "../../domain/funnel"
import { type PeriodFilter, boundsOf } from "../../domain/period"

/** How long searches are collected before they are stored together. */
const FLUSH_MS = 1000

/**
 * Counts searches, carts and checkouts. Triggers count carts and checkouts in the transaction that writes them.
 * Searches have no row, so they are summed in memory for a second and no search waits for the database. A
 * process that dies loses its last second of searches.
 */
export class FunnelCounts {
  private searches = new Map<string, number>()
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly knex: Knex) {}

  /** Counts a search by a client. Returns immediately. */
  searched(client_id: string): void {
    this.searches.set(client_id, (this.searches.get(client_id) ?? 0) + 1)
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Stores the searches counted so far. If the database fails, they are stored with the next ones. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const counted = this.searches
    if (!counted.size) return
    this.searches = new Map()
    try {
      await this.knex.raw(ADD, [[...counted.keys()], [...counted.values()]])
    } catch {
      for (const [id, count] of counted) this.searches.set(id, count + (this.searches.get(id) ?? 0))
    }
  }

  /** The counts of a period, including the checkouts abandoned in it. */
  async read({ client_id, currency, ...period }: PeriodFilter): Promise<FunnelCount[]> {
    const [begin, end] = boundsOf(period)
    const bindings = { ...period, begin, end, client_id: client_id ?? null, currency: currency ?? null }
    const { rows } = await this.knex.raw<{ rows: FunnelCount[] }>(READ, bindings)
    return rows
  }

  /** The time from which all counts are complete. */
  async since(): Promise<Date | undefined> {
    const row = await this.knex("gw_funnel_since").first<{ at: Date } | undefined>("at")
    return row?.at
  }
}

/* The commit does not wait for the disk: losing it would lose only one second of searches. */
const ADD = `
  with unsynced as (select set_config('synchronous_commit', 'off', true))
  insert into gw_funnel as f (day, client_id, step, count)
  select (now() at time zone 'utc')::date, s.client_id, 'searches', s.count
    from unsynced, unnest(?::text[], ?::bigint[]) as s (client_id, count) order by s.client_id
  on conflict (day, client_id, currency, step) do update set count = f.count + excluded.count`

/* One statement, so that a checkout that is deleted at the same time counts once. */
const READ = `
  select client_id, nullif(currency, '') as currency, step, null as code, sum(count)::float8 as count from (
    select client_id, currency, step, count from gw_funnel
     where day between :from and :to
       and (:client_id::text is null or client_id = :client_id)
       and (:currency::text is null or currency in (:currency, ''))
    union all
    select client_id, quote ->> 'currency', 'abandoned', 1 from gw_session
     where kind = 'checkout' and payment_id is null and canceled_at is null
       and created_at >= :begin and created_at < :end and expires_at <= now()
       and (:client_id::text is null or client_id = :client_id)
       and (:currency::text is null or quote ->> 'currency' = :currency)
  ) counted
  group by client_id, currency, step having sum(count) > 0`
