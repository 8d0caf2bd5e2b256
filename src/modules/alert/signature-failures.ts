import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"

/**
 * Notifications with a signature that is not the bank's. The URL is public and may get any number of them, so a
 * process runs one statement at a time and counts what arrives meanwhile with the next.
 */
export class SignatureFailures {
  private counted = 0
  private reason = ""
  private writing: Promise<void> | undefined

  constructor(private readonly knex: Knex) {}

  /** Counts a failure in the open alert, or raises one. Resolves when it is stored. */
  note(reason: string): Promise<void> {
    this.counted++
    this.reason = reason
    this.writing ??= this.write().finally(() => (this.writing = undefined))
    return this.writing
  }

  /** Resolves the alert after an hour without failures. A later failure raises a new one. */
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
