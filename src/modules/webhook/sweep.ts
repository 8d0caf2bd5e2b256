import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** What an order was last told as. */
export interface Told {
  /** The number of the newest event of the order; 0 when there is none. */
  readonly sequence: number
  /** Of the order as it was told then; null when it was not told yet. */
  readonly fingerprint: string | null
  /** Whether it is going to be told as it is: nothing needs to be added then. */
  readonly is_waiting: boolean
}

const NOTHING: Told = { sequence: 0, fingerprint: null, is_waiting: false }

/** What is looked for by the clock, because no event has told of it. */
export class Sweep {
  constructor(private readonly knex: Knex) {}

  /** Since when changes are to be looked for: from some minutes before the sweep before this one. */
  async since(): Promise<Date> {
    const { rows } = await this.knex.raw<{ rows: { since: Date }[] }>(
      "select greatest(swept_at, now() - interval '7 days') - interval '10 minutes' as since from gw_webhook_sweep"
    )
    return rows[0]?.since ?? new Date(0)
  }

  /** A sweep that was begun at this time is done. */
  async finish(begun: Date): Promise<void> {
    await this.knex("gw_webhook_sweep").update({ swept_at: begun })
  }

  /** How orders were last told, by Medusa's ids. */
  async told(order_ids: readonly string[]): Promise<(order_id: string) => Told> {
    const { rows } = await this.knex.raw<{ rows: (Told & { aggregate: string })[] }>(TOLD, [[...order_ids]])
    const byOrder = new Map(rows.map((row) => [row.aggregate, row]))
    return (order_id) => byOrder.get(order_id) ?? NOTHING
  }
}

const TOLD = `
  select distinct on (e.aggregate) e.aggregate, e.sequence, e.fingerprint,
         e.fingerprint is null and exists (
           select from gw_webhook_delivery d where d.event_id = e.id and d.state = 'pending') as is_waiting
    from gw_webhook_event e
   where e.aggregate = any(?)
   order by e.aggregate, e.sequence desc`
