import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The merchant's alerts, at most one unresolved alert per kind and subject, and their deliveries. */
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
        recorded_at timestamptz,
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
    this.addSql(`
      create table if not exists gw_alert_delivery (
        alert_id text not null references gw_alert (id) on delete cascade,
        destination text not null,
        recipient text not null,
        state text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
        attempts integer not null default 0,
        next_at timestamptz not null default now(),
        last_status integer,
        last_error text,
        primary key (alert_id, destination, recipient)
      )`)
    this.addSql(
      `create index if not exists gw_alert_delivery_due on gw_alert_delivery (destination, next_at)
        where state = 'pending'`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists gw_alert_delivery`)
    this.addSql(`drop table if exists gw_alert`)
  }
}
