import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The merchant's alerts: at most one unresolved alert per kind and subject. */
export class Migration20261123002002 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_alert (
        id text primary key,
        kind text not null,
        subject text not null,
        data jsonb not null,
        raised_at timestamptz not null default now(),
        leased_until timestamptz,
        attempts integer not null default 0,
        notified_at timestamptz,
        acknowledged_at timestamptz,
        updated_by text,
        resolved_at timestamptz
      )`)
    this.addSql(
      `create unique index if not exists gw_alert_live on gw_alert (kind, subject) where resolved_at is null`
    )
    const index = (name: string, rows: string) =>
      this.addSql(`create index if not exists gw_alert_${name} on gw_alert ${rows}`)
    const open = "resolved_at is null and acknowledged_at is null"
    index("open", `(raised_at desc, id desc) where ${open}`)
    index("open_kind", `(kind, raised_at desc, id desc) where ${open}`)
    index("handled", "(raised_at desc, id desc) where acknowledged_at is not null")
    index("handled_kind", "(kind, raised_at desc, id desc) where acknowledged_at is not null")
    index("newest", "(raised_at desc, id desc)")
    index("newest_kind", "(kind, raised_at desc, id desc)")
    index("untold", `(raised_at) where notified_at is null and ${open}`)
    index("ended", "(resolved_at) where resolved_at is not null")
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists gw_alert`)
  }
}
