import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AlertKind } from "../../domain/alerts"
import { newestFirst, type Page } from "../../newest-first"
import { changeByStaff } from "../../staff-change"
import type { Alert, AlertQuery } from "./models/alert"

/** Of one kind no more are open at a time: whoever does not look at 50 does not look at 1000. */
const MOST = 50

/** How many ended alerts are forgotten in one transaction. */
const AT_ONCE = 1000

/** The conditions the merchant is told of, and how each stands. */
export class Alerts {
  constructor(private readonly knex: Knex) {}

  /**
   * Takes what a query finds now, as (subject, data), for all there is of a kind: what is new is raised, and what it
   * finds no more is resolved. Safe on any number of servers. One that was acknowledged is not raised again while it lasts.
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

  /** A page of alerts, the newest first. Undefined for a cursor that is not ours. */
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

  /** Notes that a member of the staff sees to it. The first one stands; one that has ended stays as it is. */
  async acknowledge(id: string, updated_by: string): Promise<Alert | undefined> {
    await changeByStaff(this.knex, (trx) =>
      trx("gw_alert")
        .where({ id, acknowledged_at: null, resolved_at: null })
        .update({ acknowledged_at: trx.fn.now(), updated_by })
    )
    return this.find(id)
  }

  /** Opens one again that was acknowledged, as if nobody had. One that is open, or has ended, stays as it is. */
  async reopen(id: string, updated_by: string): Promise<Alert | undefined> {
    await changeByStaff(this.knex, (trx) =>
      trx("gw_alert")
        .where({ id, resolved_at: null })
        .whereNotNull("acknowledged_at")
        .update({ acknowledged_at: null, updated_by })
    )
    return this.find(id)
  }

  /** Forgets what has ended 90 days ago. */
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
