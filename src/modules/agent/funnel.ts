import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { FunnelCount } from "../../domain/funnel"
import { type PeriodFilter, boundsOf } from "../../domain/period"

/** How long searches wait to be counted together. */
const FLUSH_MS = 1000

/**
 * How many searches, carts and checkouts there were. Carts and checkouts are counted by triggers, in the transaction that
 * writes them; searches leave no row and are added up for a second, so that none of them waits for the count. A process
 * that dies forgets those of its last second.
 */
export class FunnelCounts {
  private searches = new Map<string, number>()
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly knex: Knex) {}

  /** Counts a search of a client's. Returns at once. */
  searched(client_id: string): void {
    this.searches.set(client_id, (this.searches.get(client_id) ?? 0) + 1)
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Writes down what was counted so far. What the database does not take is written down with the next searches. */
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

  /** What was counted in a period, and which checkouts were abandoned in it. */
  async read({ client_id, currency, ...period }: PeriodFilter): Promise<FunnelCount[]> {
    const [begin, end] = boundsOf(period)
    const bindings = { ...period, begin, end, client_id: client_id ?? null, currency: currency ?? null }
    const { rows } = await this.knex.raw<{ rows: FunnelCount[] }>(READ, bindings)
    return rows
  }

  /** Since when all of it was counted. */
  async since(): Promise<Date | undefined> {
    const row = await this.knex("gw_funnel_since").first<{ at: Date } | undefined>("at")
    return row?.at
  }
}

/* A lost commit would lose a second's searches and nothing else, so none waits for the disk. */
const ADD = `
  with unsynced as (select set_config('synchronous_commit', 'off', true))
  insert into gw_funnel as f (day, client_id, step, count)
  select (now() at time zone 'utc')::date, s.client_id, 'searches', s.count
    from unsynced, unnest(?::text[], ?::bigint[]) as s (client_id, count) order by s.client_id
  on conflict (day, client_id, currency, step) do update set count = f.count + excluded.count`

/* In one statement: a checkout that is being forgotten meanwhile counts once. */
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
