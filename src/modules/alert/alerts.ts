import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AlertKind } from "../../domain/alerts"
import { newestFirst, type Page } from "../../lib/keyset-page"
import { changeByStaff } from "../../lib/staff-audit"
import type { Alert, AlertQuery } from "./models/alert"

/** The maximum number of open alerts of a kind. More would not help the merchant. */
const MOST = 50

/** How many ended alerts one transaction deletes. */
const AT_ONCE = 1000

/** The alert conditions and their states. */
export class Alerts {
  constructor(private readonly knex: Knex) {}

  /**
   * Updates the alerts of a kind from a query that returns (subject, data): new conditions are raised, and
   * conditions that are gone are resolved. Safe on any number of servers. An acknowledged alert is not raised
   * again while its condition lasts.
   */
  async follow(kind: AlertKind, query: string): Promise<void> {
    await this.knex.raw(
      `update gw_alert a set resolved_at = now()
        where a.kind = :kind and a.resolved_at is null
          and not exists (select from (${query}) found where found.subject = a.subject)`,
      { kind }
    )
    await this.knex.raw(
      `insert into gw_alert (id, kind, subject, data)
       select 'alr_' || encode(sha256(gen_random_uuid()::text::bytea), 'hex')::varchar(24), :kind, found.subject, found.data
         from (${query}) found
        where not exists (
          select from gw_alert a where a.kind = :kind and a.subject = found.subject and a.resolved_at is null)
        limit greatest(:most - (
          select count(*) from gw_alert a
           where a.kind = :kind and a.resolved_at is null and a.acknowledged_at is null), 0)
       on conflict do nothing`,
      { kind, most: MOST }
    )
  }

  /** A page of alerts, newest first. Undefined if the cursor is invalid. */
  list({ status, kind, limit, cursor }: AlertQuery): Promise<Page<Alert> | undefined> {
    const found = this.knex("gw_alert").modify((alerts) => {
      if (kind) void alerts.where({ kind })
      if (status === "open") void alerts.whereNull("resolved_at").whereNull("acknowledged_at")
      if (status === "acknowledged") void alerts.whereNotNull("acknowledged_at")
    })
    return newestFirst<Alert>(this.knex, found, "raised_at", limit, cursor)
  }

  async find(id: string): Promise<Alert | undefined> {
    return this.knex<Alert>("gw_alert").where({ id }).first()
  }

  /**
   * Marks an alert as handled by a staff member. The first acknowledgement stays. A resolved alert does not
   * change.
   */
  async acknowledge(id: string, updated_by: string): Promise<Alert | undefined> {
    await changeByStaff(this.knex, (trx) =>
      trx("gw_alert")
        .where({ id, acknowledged_at: null, resolved_at: null })
        .update({ acknowledged_at: trx.fn.now(), updated_by })
    )
    return this.find(id)
  }

  /** Reopens an acknowledged alert. An open or resolved alert does not change. */
  async reopen(id: string, updated_by: string): Promise<Alert | undefined> {
    await changeByStaff(this.knex, (trx) =>
      trx("gw_alert")
        .where({ id, resolved_at: null })
        .whereNotNull("acknowledged_at")
        .update({ acknowledged_at: null, updated_by })
    )
    return this.find(id)
  }

  /** Deletes alerts that were resolved more than 90 days ago. */
  async purge(): Promise<void> {
    for (let more = true; more;) {
      const { rowCount } = await this.knex.raw<{ rowCount: number }>(
        `delete from gw_alert where id in (
           select id from gw_alert where resolved_at < now() - interval '90 days'
            order by resolved_at limit ${AT_ONCE} for update skip locked)`
      )
      more = rowCount === AT_ONCE
    }
  }
}
