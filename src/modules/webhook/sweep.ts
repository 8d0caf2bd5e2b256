import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Place, START } from "./models/place"

/** What an order was last told as. */
export interface Told {
  /** The number of the newest event of the order; 0 when there is none. */
  readonly sequence: number
  /** Of the order as it was told then; null when it was not told yet. */
  readonly fingerprint: string | null
  /** Whether it is going to be told as it is: nothing needs to be added then. */
  readonly is_waiting: boolean
}

/** What a sweep looks at: the newest orders each time, and of all of them, the oldest first, as many as come after a place. */
export interface Turn {
  readonly after: Place
  /** For the newest ones: when the sweep before this one was begun. */
  readonly since: Date
  /** For those after the place: when all orders were begun to be gone through the last time. */
  readonly cycle_since: Date
}

type Row = Omit<Turn, "after"> & { readonly place_at: string | null; readonly place_id: string | null }

const NOTHING: Told = { sequence: 0, fingerprint: null, is_waiting: false }

/** What is looked for by the clock, because no event has told of it. */
export class Sweep {
  constructor(private readonly knex: Knex) {}

  /** Whose turn it is, and since when changes are to be looked for: from some minutes before they were last. */
  async turn(): Promise<Turn> {
    const { rows } = await this.knex.raw<{ rows: Row[] }>(TURN)
    const [row] = rows
    if (!row) return { after: START, since: new Date(0), cycle_since: new Date(0) }
    const { place_at, place_id, ...times } = row
    return { after: place_at && place_id ? { ordered_at: place_at, id: place_id } : START, ...times }
  }

  /**
   * A turn that was begun at this time is done; the next one begins behind `until`, or with the oldest order when there is
   * none. What another server has done meanwhile stands.
   */
  async finish({ after }: Turn, begun: Date, until?: Place): Promise<void> {
    await this.knex.raw(FINISH, {
      ...{ begun, is_over: !until, after_at: after.ordered_at, after_id: after.id },
      ...{ until_at: until?.ordered_at ?? null, until_id: until?.id ?? null },
    })
  }

  /** How orders were last told, by Medusa's ids. */
  async told(order_ids: readonly string[]): Promise<(order_id: string) => Told> {
    const { rows } = await this.knex.raw<{ rows: (Told & { aggregate: string })[] }>(TOLD, [[...order_ids]])
    const byOrder = new Map(rows.map((row) => [row.aggregate, row]))
    return (order_id) => byOrder.get(order_id) ?? NOTHING
  }
}

/** What is older was told long ago, and its event forgotten since. */
const since = (time: string) => `greatest(${time}, now() - interval '7 days') - interval '10 minutes'`

const TURN = `
  select place_at::text, place_id, ${since("swept_at")} as since, ${since("cycle_since")} as cycle_since
    from gw_webhook_sweep`

const FINISH = `
  update gw_webhook_sweep
     set swept_at = :begun, place_at = :until_at, place_id = :until_id,
         cycle_begun_at = case when not :is_over then coalesce(cycle_begun_at, :begun) end,
         cycle_since = case when :is_over then coalesce(cycle_begun_at, :begun) else cycle_since end
   where (coalesce(place_at, '-infinity'), coalesce(place_id, '')) = (:after_at::timestamptz, :after_id)`

const TOLD = `
  select distinct on (e.aggregate) e.aggregate, e.sequence, e.fingerprint,
         e.fingerprint is null and exists (
           select from gw_webhook_delivery d where d.event_id = e.id and d.state = 'pending') as is_waiting
    from gw_webhook_event e
   where e.aggregate = any(?)
   order by e.aggregate, e.sequence desc`
