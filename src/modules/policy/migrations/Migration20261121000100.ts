import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { DEFAULT_LIMITS } from "../../../domain/rate-limit"
import { DEFAULT_LIFETIMES } from "../../../domain/token-lifetimes"
import { ADMIT } from "./functions/admit"
import { AUDIT_CHANGE, AUDIT_IS_APPEND_ONLY } from "./functions/audit"
import { AUDITED } from "./functions/audited"
import { COUNT_CALL } from "./functions/count-call"

export class Migration20261121000100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_setting (
        id boolean primary key default true check (id),
        a2a_enabled boolean not null default false,
        ucp_enabled boolean not null default false,
        a2a_ip_allow text[] not null default '{}',
        a2a_hours jsonb,
        a2a_limits jsonb not null default '${JSON.stringify(DEFAULT_LIMITS.a2a)}',
        ucp_limits jsonb not null default '${JSON.stringify(DEFAULT_LIMITS.ucp)}',
        ucp_sales_channels text[] not null default '{}',
        cors_origins text[] not null default '{}',
        sandbox_enabled boolean not null default false,
        registration text not null default 'open'
          check (registration in ('open', 'initial_access_token', 'closed')),
        approval_required boolean not null default false,
        token_lifetimes jsonb not null default '${JSON.stringify(DEFAULT_LIFETIMES)}',
        updated_at timestamptz not null default now(),
        updated_by text
      )`)
    this.addSql(`insert into gw_setting default values on conflict do nothing`)
    this.addUsage()
    this.addAudit()
    this.addSql(ADMIT)
  }

  private addUsage(): void {
    this.addSql(`
      create table if not exists gw_usage (
        client_id text primary key,
        minute_at timestamptz not null,
        minute integer not null,
        hour_at timestamptz not null,
        hour integer not null,
        day_at timestamptz not null,
        day integer not null
      )`)
    this.addSql(COUNT_CALL)
  }

  private addAudit(): void {
    this.addSql(`
      create table if not exists gw_audit (
        id bigint generated always as identity primary key,
        at timestamptz not null default now(),
        type text not null,
        client_id text,
        actor_type text,
        actor_id text,
        detail jsonb not null default '{}',
        count integer not null default 1,
        last_at timestamptz not null default now()
      )`)
    this.addSql(`create index if not exists gw_audit_client on gw_audit (client_id, id)`)
    this.addSql(`create index if not exists gw_audit_type on gw_audit (type, id)`)
    this.addSql(
      `create unique index if not exists gw_audit_refused
         on gw_audit (coalesce(client_id, ''), (detail ->> 'reason'), at) where type = 'call_refused'`
    )
    this.addSql(AUDIT_IS_APPEND_ONLY)
    this.addSql(AUDIT_CHANGE)
    this.addSql(`create or replace trigger gw_audit_append_only before update or delete on gw_audit
      for each row execute function gw_audit_append_only()`)
    this.addSql(`create or replace trigger gw_audit_no_truncate before truncate on gw_audit
      execute function gw_audit_append_only()`)
    for (const trigger of AUDITED) this.addSql(`create or replace trigger ${trigger}`)
  }

  override async down(): Promise<void> {
    for (const table of ["audit", "usage", "setting"]) this.addSql(`drop table if exists gw_${table}`)
    this.addSql(
      `drop function if exists gw_admit, gw_count_call, gw_audit_change, gw_audit_append_only cascade`
    )
  }
}
