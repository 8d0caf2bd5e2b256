import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Place, START } from "./models/order-cursor"

/** The newest webhook event of an order. */
export interface LastEvent {
  /** The sequence number of the order's newest event; 0 if there is none. */
  readonly sequence: number
  /** The fingerprint of the order in that event's body; null if the body was not written yet. */
  readonly fingerprint: string | null
  /** Whether a pending delivery will serialize the order's current state, so that no new event is needed. */
  readonly is_waiting: boolean
}

/**
 * The orders that a sweep checks: the newest ones every time, and a part of all orders, oldest first, after a
 * cursor.
 */
export interface SweepRange {
  readonly after: Place
  /** For the newest orders: when the previous sweep started. */
  readonly since: Date
  /** For the orders after the cursor: when the previous cycle through all orders started. */
  readonly cycle_since: Date
}

type Row = Omit<SweepRange, "after"> & { readonly place_at: string | null; readonly place_id: string | null }

const NOTHING: LastEvent = { sequence: 0, fingerprint: null, is_waiting: false }

/** The state of the scheduled sweep that finds order changes without an event. */
export class Sweep {
  constructor(private readonly knex: Knex) {}

  /** The next part to check, and since when changes are relevant, with an overlap of some minutes. */
  async nextRange(): Promise<SweepRange> {
    const { rows } = await this.knex.raw<{ rows: Row[] }>(NEXT_RANGE)
    const [row] = rows
    if (!row) return { after: START, since: new Date(0), cycle_since: new Date(0) }
    const { place_at, place_id, ...times } = row
    return { after: place_at && place_id ? { ordered_at: place_at, id: place_id } : START, ...times }
  }

  /**
   * Moves the cursor after a sweep, which started at `started_at`: behind `until`, or to the oldest order if that is
   * undefined. Does nothing if another server has already moved it.
   */
  async finish({ after }: SweepRange, started_at: Date, until?: Place): Promise<void> {
    await this.knex.raw(FINISH, {
      started_at,
      is_over: !until,
      after_at: after.ordered_at,
      after_id: after.id,
      until_at: until?.ordered_at ?? null,
      until_id: until?.id ?? null,
    })
  }

  /** The newest events of these orders, by Medusa's order ids. */
  async lastEvents(order_ids: readonly string[]): Promise<(order_id: string) => LastEvent> {
    const { rows } = await this.knex.raw<{ rows: (LastEvent & { aggregate: string })[] }>(LAST_EVENTS, [
      [...order_ids],
    ])
    const byOrder = new Map(rows.map((row) => [row.aggregate, row]))
    return (order_id) => byOrder.get(order_id) ?? NOTHING
  }
}

/** Seven days at most, because older events may already be deleted. */
const since = (time: string) => `greatest(${time}, now() - interval '7 days') - interval '10 minutes'`

const NEXT_RANGE = `
  select place_at::text, place_id, ${since("swept_at")} as since, ${since("cycle_since")} as cycle_since
    from gw_webhook_sweep`

const FINISH = `
  update gw_webhook_sweep
     set swept_at = :started_at, place_at = :until_at, place_id = :until_id,
         cycle_begun_at = case when not :is_over then coalesce(cycle_begun_at, :started_at) end,
         cycle_since = case when :is_over then coalesce(cycle_begun_at, :started_at) else cycle_since end
   where (coalesce(place_at, '-infinity'), coalesce(place_id, '')) = (:after_at::timestamptz, :after_id)`

const LAST_EVENTS = `
  select distinct on (e.aggregate) e.aggregate, e.sequence, e.fingerprint,
         e.fingerprint is null and exists (
           select from gw_webhook_delivery d where d.event_id = e.id and d.state = 'pending') as is_waiting
    from gw_webhook_event e
   where e.aggregate = any(?)
   order by e.aggregate, e.sequence desc`
