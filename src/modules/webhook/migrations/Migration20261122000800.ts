import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { LEASE } from "./functions/lease"
import { RECORD } from "./functions/record"
import { DISABLE, SETTLE } from "./functions/settle"

/** Every change of an address the merchant's audit tells of. The policy module's function is there before. */
const AUDITED = [
  `gw_audit_webhook after insert on gw_webhook_subscription for each row
     execute function gw_audit_change('webhook_registered', 'id', 'profile', 'url', 'events')`,
  `gw_audit_webhook_deleted after delete on gw_webhook_subscription for each row
     execute function gw_audit_change('webhook_deleted', 'id', 'url')`,
  `gw_audit_webhook_secret after update on gw_webhook_subscription for each row
     when (old.secret is distinct from new.secret)
     execute function gw_audit_change('webhook_secret_rotated', 'id', 'url')`,
  `gw_audit_webhook_disabled after update on gw_webhook_subscription for each row
     when (old.status <> 'disabled' and new.status = 'disabled')
     execute function gw_audit_change('webhook_disabled', 'id', 'url', 'disabled_reason', 'failing_since')`,
]

/** Addresses of clients, what has happened, and what is owed to whom. */
export class Migration20261122000800 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_webhook_subscription (
        id text primary key,
        client_id text not null,
        profile text not null check (profile in ('standard', 'ucp_order')),
        url text not null,
        events text[],
        description text,
        version text,
        secret text,
        previous_secret text,
        previous_until timestamptz,
        status text not null default 'active' check (status in ('active', 'disabled')),
        disabled_reason text,
        disabled_at timestamptz,
        failures integer not null default 0,
        failing_since timestamptz,
        probe_at timestamptz,
        last_success_at timestamptz,
        last_failure_at timestamptz,
        last_failure_status integer,
        created_at timestamptz not null default now()
      )`)
    this.addSql(
      `create unique index if not exists gw_webhook_subscription_same
         on gw_webhook_subscription (client_id, profile, url, coalesce(events, '{}'), coalesce(version, ''))`
    )
    this.addSql(`
      create table if not exists gw_webhook_platform (
        session_id text primary key,
        subscription_id text not null references gw_webhook_subscription (id) on delete cascade,
        noted_at timestamptz not null default now()
      )`)
    this.addSql(
      `create index if not exists gw_webhook_platform_of on gw_webhook_platform (subscription_id, noted_at)`
    )
    this.addSql(`
      create table if not exists gw_webhook_sequence (
        aggregate text primary key,
        last integer not null default 0
      )`)
    this.addSql(`
      create table if not exists gw_webhook_event (
        id uuid primary key default gen_random_uuid(),
        type text not null,
        aggregate text not null,
        sequence integer not null,
        client_id text not null,
        session_id text,
        order_id text,
        occurred_at timestamptz not null,
        dedupe_key text unique,
        data jsonb not null,
        body text,
        entity text,
        fingerprint text,
        created_at timestamptz not null default now(),
        unique (aggregate, sequence)
      )`)
    this.addSql(`create index if not exists gw_webhook_event_created on gw_webhook_event (created_at)`)
    // Each row is written three times while it is young; what is left of that must not be waded through.
    this.addSql(`
      create table if not exists gw_webhook_delivery (
        id text primary key,
        event_id uuid not null references gw_webhook_event (id) on delete cascade,
        subscription_id text not null references gw_webhook_subscription (id) on delete cascade,
        aggregate text not null,
        sequence integer not null,
        state text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
        attempt integer not null default 0,
        failures integer not null default 0,
        next_at timestamptz not null default now(),
        leased_until timestamptz,
        last_status integer,
        last_error text,
        created_at timestamptz not null default now(),
        ended_at timestamptz,
        unique (event_id, subscription_id)
      ) with (autovacuum_vacuum_scale_factor = 0.01)`)
    const index = (name: string, rows: string) =>
      this.addSql(`create index if not exists gw_webhook_delivery_${name} on gw_webhook_delivery ${rows}`)
    index("due", `(subscription_id, next_at) where state = 'pending'`)
    index("head", `(subscription_id, aggregate, sequence) where state = 'pending'`)
    index("leased", `(subscription_id) where leased_until is not null`)
    index("newest", `(subscription_id, created_at, id)`)
    index("ended", `(ended_at) where ended_at is not null`)
    this.addSql(`
      create table if not exists gw_webhook_sweep (
        id boolean primary key default true check (id),
        swept_at timestamptz not null default now()
      )`)
    this.addSql(`insert into gw_webhook_sweep default values on conflict do nothing`)
    for (const statement of [RECORD, LEASE, DISABLE, SETTLE]) this.addSql(statement)
    for (const trigger of AUDITED) {
      this.addSql(`drop trigger if exists ${trigger.split(" ")[0]} on gw_webhook_subscription`)
      this.addSql(`create trigger ${trigger}`)
    }
  }

  override async down(): Promise<void> {
    for (const name of ["sweep", "delivery", "event", "sequence", "platform", "subscription"])
      this.addSql(`drop table if exists gw_webhook_${name}`)
    this.addSql(
      `drop function if exists gw_webhook_record, gw_webhook_lease, gw_webhook_disable, gw_webhook_settle`
    )
  }
}
