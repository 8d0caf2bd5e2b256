import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How an event is told, to the byte, and the fingerprint of the order as it is told. */
export interface EventBody {
  readonly event_id: string
  /** The envelope, or UCP's order. */
  readonly kind: "body" | "entity"
  readonly text: string
  readonly fingerprint: string | null
}

/** What events are told as. Each is written once, before it is sent for the first time, and sent like that ever after. */
export class Bodies {
  constructor(private readonly knex: Knex) {}

  /** Keeps bodies; where another worker was faster, its own stays. What is kept then, in the same order. */
  async keep(bodies: readonly EventBody[]): Promise<string[]> {
    if (!bodies.length) return []
    const { rows } = await this.knex.raw<{ rows: { id: string; body: string; entity: string }[] }>(KEEP, [
      JSON.stringify(bodies),
    ])
    const kept = new Map(rows.map((row) => [row.id, row]))
    return bodies.map(({ event_id, kind, text }) => kept.get(event_id)?.[kind] ?? text)
  }
}

const KEEP = `
  update gw_webhook_event e
     set body = coalesce(e.body, b.body), entity = coalesce(e.entity, b.entity),
         fingerprint = coalesce(b.fingerprint, e.fingerprint)
    from (select event_id, max(text) filter (where kind = 'body') as body,
                 max(text) filter (where kind = 'entity') as entity, max(fingerprint) as fingerprint
            from jsonb_to_recordset(?) as r (event_id uuid, kind text, text text, fingerprint text)
           group by event_id) b
   where e.id = b.event_id
  returning e.id, e.body, e.entity`
