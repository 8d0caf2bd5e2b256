import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { DEFAULT_RETENTION } from "../../../domain/retention"
import { AUDIT_IS_KEPT, AUDIT_KEEPS_LAST_REQUEST } from "./functions/audit"
import { RETENTION_IS_SAFE } from "./functions/retention"

/** How long what is about people is kept, and who asked for what about him to be erased. */
export class Migration20261122001260 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table gw_setting add column if not exists retention jsonb not null
         default '${JSON.stringify(DEFAULT_RETENTION)}'`
    )
    this.addSql(`alter table gw_setting drop constraint if exists gw_setting_retention`)
    this.addSql(RETENTION_IS_SAFE)
    this.addSql(AUDIT_IS_KEPT)
    this.addSql(
      `create index if not exists gw_audit_customer on gw_audit (actor_id, id) where actor_type = 'customer'`
    )
    this.addSql(`
      create table if not exists gw_erasure (
        id text primary key,
        subject text not null,
        follows text not null default '',
        customer_id text,
        email text,
        reason text not null,
        updated_by text,
        requested_at timestamptz not null default now(),
        obstacle text,
        counts jsonb,
        done_at timestamptz,
        checked_at timestamptz,
        unique (subject, follows),
        check (done_at is null or email is null)
      )`)
    this.addSql(`create index if not exists gw_erasure_subject on gw_erasure (subject, requested_at)`)
    this.addSql(
      `create index if not exists gw_erasure_due on gw_erasure (requested_at) where checked_at is null`
    )
    this.addSql(
      `create or replace trigger gw_audit_erasure after insert on gw_erasure for each row
         execute function gw_audit_change('customer_erased', 'id', 'customer_id', 'reason')`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists gw_erasure`)
    this.addSql(`drop index if exists gw_audit_customer`)
    this.addSql(AUDIT_KEEPS_LAST_REQUEST)
    this.addSql(`alter table gw_setting drop column if exists retention`)
  }
}
