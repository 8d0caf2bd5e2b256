import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AlertDestination } from "../../domain/alerts"
import type { BankFile } from "../../domain/bank-file/bank-file"
import { positionIn } from "../../domain/cursor"
import type { ExportedList } from "../../domain/export-file"
import type { FunnelCount } from "../../domain/funnel"
import { type PeriodFilter, boundsOf } from "../../domain/period"
import { containing } from "../../lib/containing"
import {
  type OrderBy,
  type Page,
  allPages,
  byTime,
  ownedBy,
  sortedPage,
  sortingBy,
} from "../../lib/keyset-page"
import { type StaffAction, changeByStaff, recordStaffAction } from "../../lib/staff-audit"
import type { AuditEntry, AuditType, RefusalReason } from "./models/audit-entry"

/** The filters of audit entries. */
export interface AuditFilter {
  readonly type?: AuditType
  readonly client_id?: string
  readonly from?: Date
  readonly to?: Date
  /** Part of the agent's id, of the id of the person who acted, or of the details as JSON. */
  readonly q?: string
}

/** What audit entries can be sorted by. */
export const AUDIT_SORTS = { at: byTime("at") }

/** A query for a page of audit entries. */
export interface AuditQuery extends AuditFilter {
  /** By default the newest first. */
  readonly order?: OrderBy<keyof typeof AUDIT_SORTS>
  readonly limit: number
  /** The `next_cursor` of the previous page. */
  readonly cursor?: string
}

/**
 * Written as an inclusive bound, like the page's own condition: with an exclusive one, PostgreSQL would read
 * all entries between this bound and the page.
 */
const BEFORE = "at <= ?::timestamptz - interval '1 microsecond'"

/** The expression matches the index. */
const CLIENT_AND_TYPE = "client_id || ' ' || type"

/** The expression matches the index. */
const TEXT = "(coalesce(client_id, '') || ' ' || coalesce(actor_id, '') || ' ' || detail::text)"

/** Quotes and backslashes are escaped in the JSON of the details. Ids have none. */
const asInDetails = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The audit log. Triggers write most of its entries; this class writes those that change no row. */
export class Audit {
  constructor(private readonly knex: Knex) {}

  /** A page of entries. Rejected calls have the time of their minute's start. Undefined if the cursor is invalid. */
  async list({ order = "-at", limit, cursor, ...which }: AuditQuery): Promise<Page<AuditEntry> | undefined> {
    const { type, client_id, from, to, q } = which
    const sorting = sortingBy(AUDIT_SORTS, order)
    const { is_ascending } = sorting
    if (cursor && !/^\d{1,18}$/.test(positionIn(cursor)?.[1] ?? "")) return undefined
    const found = this.knex("gw_audit").modify((entries) => {
      if (type && client_id)
        ownedBy(entries, { by: CLIENT_AND_TYPE, id: `${client_id} ${type}` }, is_ascending)
      else if (client_id) ownedBy(entries, { by: "client_id", id: client_id }, is_ascending)
      else if (type) void entries.where({ type })
      if (from) void entries.where("at", ">=", from)
      if (to) void entries.whereRaw(BEFORE, [to])
      if (q) void entries.whereRaw(`${TEXT} ilike ?`, [containing(asInDetails(q))])
    })
    return sortedPage<AuditEntry>(this.knex, found, sorting, limit, cursor)
  }

  /** All entries that match, newest first, in pages of at most `limit`. */
  pages(filter: AuditFilter, limit: number): AsyncGenerator<AuditEntry[], void> {
    return allPages((cursor) => this.list({ ...filter, limit, ...(cursor && { cursor }) }))
  }

  /** How many calls of each client were rejected in a period, by reason. */
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

  /** Records that a staff member exported a person's data. `subject` is an id or the hash of an e-mail address. */
  async exported(subject: string, by: string): Promise<void> {
    await changeByStaff(this.knex, (trx) =>
      recordStaffAction(trx, { type: "customer_exported", by, detail: { subject } })
    )
  }

  /** Records that a staff member exported a list as a file, and with which filters. */
  async listExported(list: ExportedList, filters: StaffAction["detail"], by: string): Promise<void> {
    await changeByStaff(this.knex, (trx) =>
      recordStaffAction(trx, { type: `${list}_exported`, by, detail: filters })
    )
  }

  /** Records that a staff member compared a bank's file, and what it contained in numbers. Nothing of its rows is stored. */
  async fileReconciled(
    { rows, period }: Pick<BankFile, "rows" | "period">,
    differences: number,
    by: string
  ): Promise<void> {
    const detail = { rows, differences, from: period?.from ?? null, to: period?.to ?? null }
    await changeByStaff(this.knex, (trx) =>
      recordStaffAction(trx, { type: "payments_reconciled", by, detail })
    )
  }

  /** Records that a staff member sends a test alert. */
  async alertTested(destination: AlertDestination, by: string): Promise<void> {
    await changeByStaff(this.knex, (trx) =>
      recordStaffAction(trx, { type: "alert_test_sent", by, detail: { destination } })
    )
  }

  /** Records that a staff member read the evidence for a dispute of a payment. */
  async evidenceExported(payment_id: string, by: string): Promise<void> {
    await changeByStaff(this.knex, (trx) =>
      recordStaffAction(trx, { type: "evidence_exported", by, detail: { payment_id } })
    )
  }

  /** The latest actions of these customers since a time, newest first, at most `limit`. */
  async ofCustomers(ids: readonly string[], since: Date | null, limit: number): Promise<AuditEntry[]> {
    const entries = this.knex<AuditEntry>("gw_audit")
      .where({ actor_type: "customer" })
      .whereIn("actor_id", ids)
    if (since) void entries.where("at", ">", since)
    return (await entries.orderBy("id", "desc").limit(limit)) as AuditEntry[]
  }

  /**
   * Counts a rejected call in one row per client, reason and minute, so that a flood of calls adds few rows.
   * `client_id` is null if the client is unknown. The row keeps the request id of the last call.
   */
  async refused(client_id: string | null, reason: RefusalReason, request_id: string | null): Promise<void> {
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
