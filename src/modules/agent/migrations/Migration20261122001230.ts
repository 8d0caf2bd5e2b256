import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { COUNT_EXISTING, COUNT_SESSIONS, SESSION_TRIGGERS } from "./functions/count-sessions"

/** How far agents come, counted by day: what is not kept, or not for so long. */
export class Migration20261122001230 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_funnel (
        day date not null,
        client_id text not null,
        currency text not null default '',
        step text not null,
        count bigint not null,
        primary key (day, client_id, currency, step)
      )`)
    this.addSql(`
      create table if not exists gw_funnel_since (
        id boolean primary key default true check (id),
        at timestamptz not null default now()
      )`)
    this.addSql(`insert into gw_funnel_since default values on conflict do nothing`)
    this.addSql(
      `create index if not exists gw_session_unasked on gw_session (created_at)
         where kind = 'checkout' and payment_id is null and canceled_at is null`
    )
    this.addSql(COUNT_SESSIONS)
    for (const trigger of SESSION_TRIGGERS)
      this.addSql(`create or replace trigger ${trigger}
        for each statement execute function gw_funnel_count_sessions()`)
    this.addSql(COUNT_EXISTING)
  }

  override async down(): Promise<void> {
    this.addSql(`drop function if exists gw_funnel_count_sessions cascade`)
    this.addSql(`drop index if exists gw_session_unasked`)
    this.addSql(`drop table if exists gw_funnel_since`)
    this.addSql(`drop table if exists gw_funnel`)
  }
}
