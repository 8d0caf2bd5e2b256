import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { DISABLE, DISABLE_BY, SETTLE, SETTLE_AND_KEEP } from "./functions/settle"

const ENABLED = `gw_audit_webhook_enabled after update on gw_webhook_subscription for each row
  when (old.status = 'disabled' and new.status <> 'disabled')
  execute function gw_audit_change('webhook_enabled', 'id', 'url')`

/** The merchant finds addresses and deliveries, sees what was sent and answered, and ends and begins them. */
export class Migration20261122001200 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table gw_webhook_subscription
        add column if not exists updated_by text,
        add column if not exists rotation text`)
    this.addSql(`create extension if not exists pg_trgm`)
    const index = (name: string, rows: string) =>
      this.addSql(`create index if not exists gw_webhook_${name} on gw_webhook_${rows}`)
    index("subscription_newest", `subscription (created_at, id)`)
    index("subscription_status", `subscription (status, created_at, id)`)
    index("subscription_url", `subscription using gin (url gin_trgm_ops)`)
    // Not one index for all states: leases must not be led to it, away from the one by orders.
    for (const state of ["delivered", "dead"])
      index(`delivery_${state}`, `delivery (subscription_id, created_at, id) where state = '${state}'`)
    this.addSql(`
      create table if not exists gw_webhook_attempt (
        delivery_id text not null references gw_webhook_delivery (id) on delete cascade,
        attempt integer not null,
        at timestamptz not null,
        duration_ms integer not null,
        headers jsonb,
        status integer,
        response text,
        error text,
        primary key (delivery_id, attempt)
      )`)
    this.addSql(`drop function if exists gw_webhook_disable (text, text)`)
    this.addSql(DISABLE_BY)
    this.addSql(SETTLE_AND_KEEP)
    this.addSql(`drop trigger if exists gw_audit_webhook_enabled on gw_webhook_subscription`)
    this.addSql(`create trigger ${ENABLED}`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop trigger if exists gw_audit_webhook_enabled on gw_webhook_subscription`)
    this.addSql(`drop function if exists gw_webhook_disable (text, text, text)`)
    this.addSql(DISABLE)
    this.addSql(SETTLE)
    this.addSql(`drop table if exists gw_webhook_attempt`)
    for (const name of ["subscription_newest", "subscription_status", "subscription_url"])
      this.addSql(`drop index if exists gw_webhook_${name}`)
    for (const name of ["delivered", "dead"]) this.addSql(`drop index if exists gw_webhook_delivery_${name}`)
    this.addSql(
      `alter table gw_webhook_subscription drop column if exists updated_by, drop column if exists rotation`
    )
  }
}
