import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { AUDIT_ACT, AUDITED_ACTS } from "./functions/audit-act"

/** What staff do with payments: calls they ask for, and reviews they close. And payments found by all they are filtered by. */
export class Migration20261122001210 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_review (
        id bigint generated always as identity primary key,
        payment_id text not null references gw_payment (id) on delete cascade,
        reason text not null,
        source text not null,
        opened_at timestamptz not null default now(),
        resolved_at timestamptz,
        resolved_by text,
        note text
      )`)
    // A reason may be longer than an index takes.
    this.addSql(
      `create unique index if not exists gw_review_once on gw_review (payment_id, source, md5(reason))`
    )
    // What stood in one text before; nobody knows any more where each of its reasons came from.
    this.addSql(`
      insert into gw_review (payment_id, reason, source, opened_at)
      select id, review_reason, 'before', updated_at from gw_payment where review_reason is not null
      on conflict do nothing`)
    this.addSql(`alter table gw_bank_operation add column if not exists asked_by text`)
    this.addSql(
      `create index if not exists gw_payment_currency_status
         on gw_payment (currency, status, created_at desc, id desc)`
    )
    this.addSql(AUDIT_ACT)
    for (const [name, table, rest] of AUDITED_ACTS)
      this.addSql(`create or replace trigger ${name} ${rest.replace("TABLE", table)}`)
  }

  override async down(): Promise<void> {
    for (const [name, table] of AUDITED_ACTS) this.addSql(`drop trigger if exists ${name} on ${table}`)
    this.addSql(`drop function if exists gw_audit_act`)
    this.addSql(`drop index if exists gw_payment_currency_status`)
    this.addSql(`alter table gw_bank_operation drop column if exists asked_by`)
    this.addSql(`drop table if exists gw_review`)
  }
}
