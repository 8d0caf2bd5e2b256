import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { positionIn } from "../../domain/cursor"
import type { ErrorCode } from "../../domain/errors"
import type { FunnelCount } from "../../domain/funnel"
import { type PeriodFilter, boundsOf } from "../../domain/period"
import { type Page, newestFirst, ownedBy } from "../../newest-first"
import { changeByStaff, noteAct } from "../../staff-change"
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

/** A bound that is included, as that of a page is: beside one that is not PostgreSQL would read from it to the page. */
const BEFORE = "at <= ?::timestamptz - interval '1 microsecond'"

/** As the index has it. */
const OF_BOTH = "client_id || ' ' || type"

/** What has happened, newest first. The entries are written by the database itself; only refused calls come from here. */
export class Audit {
  constructor(private readonly knex: Knex) {}

  /** A page of entries; those of refused calls stand at the beginning of their minute. Undefined for a cursor that is not ours. */
  async list({ limit, cursor, ...which }: AuditQuery): Promise<Page<AuditEntry> | undefined> {
    const { type, client_id, from, to } = which
    if (cursor && !/^\d{1,18}$/.test(positionIn(cursor)?.[1] ?? "")) return undefined
    const found = this.knex("gw_audit").modify((entries) => {
      if (type && client_id) ownedBy(entries, { by: OF_BOTH, id: `${client_id} ${type}` })
      else if (client_id) ownedBy(entries, { by: "client_id", id: client_id })
      else if (type) void entries.where({ type })
      if (from) void entries.where("at", ">=", from)
      if (to) void entries.whereRaw(BEFORE, [to])
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

  /** Notes that a member of the staff was given what is known of somebody: `subject` is an id, or a hash of an e-mail address. */
  async exported(subject: string, by: string): Promise<void> {
    await changeByStaff(this.knex, (trx) =>
      noteAct(trx, { type: "customer_exported", by, detail: { subject } })
    )
  }

  /** What a customer has done himself since then, the newest first, and no more than `limit`. */
  async ofCustomers(ids: readonly string[], since: Date | null, limit: number): Promise<AuditEntry[]> {
    const entries = this.knex<AuditEntry>("gw_audit")
      .where({ actor_type: "customer" })
      .whereIn("actor_id", ids)
    if (since) void entries.where("at", ">", since)
    return (await entries.orderBy("id", "desc").limit(limit)) as AuditEntry[]
  }

  /**
   * Notes a refused call: one row for each client, reason and minute, so that a flood of them fills nothing. Without a
   * client for calls whose client nobody can tell. Of their ids the last one is kept; what no call has refused has none.
   */
  async refused(client_id: string | null, reason: ErrorCode, request_id: string | null): Promise<void> {
    await this.knex.raw(
      `with unsynced as (select set_config('synchronous_commit', 'off', true))
       insert into gw_audit as a (at, type, client_id, detail)
       select date_trunc('minute', now()), 'call_refused', ?, jsonb_strip_nulls(jsonb_build_object('reason', ?::text, 'request_id', ?::text))
         from unsynced
       on conflict (coalesce(client_id, ''), (detail ->> 'reason'), at) where type = 'call_refused'
       do update set count = a.count + 1, last_at = greatest(a.last_at, excluded.last_at), detail = excluded.detail`,
      [client_id, reason, request_id]
    )
  }
}
