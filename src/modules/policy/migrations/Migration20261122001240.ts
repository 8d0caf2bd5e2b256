import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The store's test of itself: one at a time, and the newest one is kept. */
export class Migration20261122001240 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_test_run (
        one boolean primary key default true check (one),
        id text not null,
        state text not null check (state in ('running', 'passed', 'failed')),
        steps jsonb not null,
        nonce text not null,
        ping jsonb,
        started_by text not null,
        started_at timestamptz not null default now(),
        ended_at timestamptz,
        check ((state = 'running') = (ended_at is null))
      )`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists gw_test_run`)
  }
}
