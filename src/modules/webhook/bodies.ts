import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The serialized body of an event, byte for byte, and the fingerprint of its order. */
export interface EventBody {
  readonly event_id: string
  /** `body` is the webhook envelope; `entity` is UCP's order, or ACP's event. A client has webhooks of one of them only. */
  readonly kind: "body" | "entity"
  readonly text: string
  readonly fingerprint: string | null
}

/** The bodies of events. Each is serialized once, before its first delivery, and resent unchanged. */
export class Bodies {
  constructor(private readonly knex: Knex) {}

  /** Stores bodies and returns the stored ones in the same order. If another worker was faster, its body stays. */
  async store(bodies: readonly EventBody[]): Promise<string[]> {
    if (!bodies.length) return []
    const { rows } = await this.knex.raw<{ rows: { id: string; body: string; entity: string }[] }>(STORE, [
      JSON.stringify(bodies),
    ])
    const stored = new Map(rows.map((row) => [row.id, row]))
    return bodies.map(({ event_id, kind, text }) => stored.get(event_id)?.[kind] ?? text)
  }
}

const STORE = `
  update gw_webhook_event e
     set body = coalesce(e.body, b.body), entity = coalesce(e.entity, b.entity),
         fingerprint = coalesce(e.fingerprint, b.fingerprint)
    from (select event_id, max(text) filter (where kind = 'body') as body,
                 max(text) filter (where kind = 'entity') as entity, max(fingerprint) as fingerprint
            from jsonb_to_recordset(?) as r (event_id uuid, kind text, text text, fingerprint text)
           group by event_id) b
   where e.id = b.event_id
  returning e.id, e.body, e.entity`
