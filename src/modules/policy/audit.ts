import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ErrorCode } from "../../domain/errors"
import type { FunnelCount } from "../../domain/funnel"
import { type PeriodFilter, boundsOf } from "../../domain/period"
import { type Page, newestFirst } from "../../newest-first"
import type { AuditEntry, AuditType } from "./models/audit-entry"

/** Which entries, and which page of them. */
export interface AuditQuery {
  readonly type?: AuditType
  readonly client_id?: string
  readonly from?: Date
  readonly to?: Date
  readonly limit: number
  /** The `next_cursor` of the page before. */
  readonly cursor?: string
}

/** What has happened, newest first. The entries are written by the database itself; only refused calls come from here. */
export class Audit {
  constructor(private readonly knex: Knex) {}

  /** A page of entries; those of refused calls stand at the beginning of their minute. Undefined for a cursor that is not ours. */
  list({ limit, cursor, type, client_id, from, to }: AuditQuery): Promise<Page<AuditEntry> | undefined> {
    const found = this.knex("gw_audit").where((where) => {
      if (type) void where.where({ type })
      if (client_id) void where.where({ client_id })
      if (from) void where.where("at", ">=", from)
      if (to) void where.where("at", "<", to)
    })
    return newestFirst<AuditEntry>(this.knex, found, "at", limit, cursor)
  }

  /** How many calls of each client were refused in a period, and why. */
  async refusals({ client_id, ...period }: Omit<PeriodFilter, "currency">): Promise<FunnelCount[]> {
    const [begin, end] = boundsOf(period)
    const { rows } = await this.knex.raw<{ rows: FunnelCount[] }>(
      `select client_id, null as currency, 'refused' as step, detail ->> 'reason' as code, sum(count)::float8 as count
         from gw_audit
        where type = 'call_refused' and at >= :begin and at < :end ${client_id ? "and client_id = :client_id" : ""}
        group by client_id, detail ->> 'reason'`,
      { begin, end, ...(client_id && { client_id }) }
    )
    return rows
  }

  /**
   * Notes a refused call: one row for each client, reason and minute, so that a flood of them fills nothing. Without a
   * client for calls whose client nobody can tell.
   */
  async refused(client_id: string | null, reason: ErrorCode): Promise<void> {
    await this.knex.raw(
      `with unsynced as (select set_config('synchronous_commit', 'off', true))
       insert into gw_audit as a (at, type, client_id, detail)
       select date_trunc('minute', now()), 'call_refused', ?, jsonb_build_object('reason', ?::text) from unsynced
       on conflict (coalesce(client_id, ''), (detail ->> 'reason'), at) where type = 'call_refused'
       do update set count = a.count + 1, last_at = greatest(a.last_at, excluded.last_at)`,
      [client_id, reason]
    )
  }
}
