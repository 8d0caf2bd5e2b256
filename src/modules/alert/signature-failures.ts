import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"

/**
 * Notifications that were not the bank's. Anybody can send them, and as many as they like: so this process writes one
 * statement at a time, and what comes in meanwhile is counted with the next.
 */
export class SignatureFailures {
  private counted = 0
  private reason = ""
  private writing: Promise<void> | undefined

  constructor(private readonly knex: Knex) {}

  /** Counts one in the alert there is, or raises one. Resolves when it is written. */
  note(reason: string): Promise<void> {
    this.counted++
    this.reason = reason
    this.writing ??= this.write().finally(() => (this.writing = undefined))
    return this.writing
  }

  /** Ends the alert when none has come for an hour: the next one after that is told again. */
  async resolve(): Promise<void> {
    await this.knex.raw(
      `update gw_alert set resolved_at = now()
        where kind = 'signature_failures' and resolved_at is null
          and (data ->> 'last_at')::timestamptz < now() - interval '1 hour'`
    )
  }

  private async write(): Promise<void> {
    while (this.counted) {
      const count = this.counted
      this.counted = 0
      await this.knex.raw(NOTE, { id: newId("alr"), count, reason: this.reason })
    }
  }
}

const NOTE = `
  insert into gw_alert as known (id, kind, subject, data)
  values (:id, 'signature_failures', 'bank',
          jsonb_build_object('count', :count::integer, 'last_reason', :reason::text, 'last_at', now()))
  on conflict (kind, subject) where resolved_at is null do update
     set data = excluded.data || jsonb_build_object(
           'count', (known.data ->> 'count')::integer + (excluded.data ->> 'count')::integer)`
