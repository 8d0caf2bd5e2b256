import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { AUDIT_CHANGE, AUDIT_CHANGE_OR_DECISION } from "./functions/audit"

const AUDITED = [
  `gw_audit_client_spending after update on gw_oauth_client for each row
     when (old.spending is distinct from new.spending)
     execute function gw_audit_change('client_spending_changed', 'spending')`,
  `gw_audit_approval after insert on gw_approval for each row
     execute function gw_audit_change('approval_requested', 'id', 'task_id', 'session_id', 'amount', 'currency')`,
  `gw_audit_approval_decided after update on gw_approval for each row
     when (old.status is distinct from new.status)
     execute function gw_audit_change('approval_decided', 'id', 'status', 'amount', 'currency', 'note')`,
]

/** Payments of agents that wait for the merchant, and the audit of them and of the rules that make them wait. */
export class Migration20261122001221 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_approval (
        id text primary key,
        client_id text not null,
        task_id text unique,
        session_id text,
        payment_id text unique,
        amount bigint not null check (amount > 0),
        currency text not null check (currency ~ '^[A-Z]{3}$'),
        description text not null,
        order_reference text,
        asked jsonb,
        status text not null default 'waiting'
          check (status in ('waiting', 'approved', 'refused', 'expired', 'canceled')),
        decided_by text,
        decided_at timestamptz,
        note text,
        expires_at timestamptz not null default now() + interval '24 hours',
        begin_at timestamptz,
        created_at timestamptz not null default now(),
        check ((task_id is null) <> (session_id is null)),
        check ((status = 'waiting') = (decided_at is null))
      )`)
    this.addSql(
      `create unique index if not exists gw_approval_session on gw_approval (session_id) where status = 'waiting'`
    )
    this.addSql(
      `create index if not exists gw_approval_sum on gw_approval (session_id, amount, currency, created_at)
         where session_id is not null`
    )
    this.addSql(`create index if not exists gw_approval_newest on gw_approval (created_at, id)`)
    for (const filter of ["status", "client_id"])
      this.addSql(
        `create index if not exists gw_approval_${filter} on gw_approval (${filter}, created_at, id)`
      )
    this.addSql(
      `create index if not exists gw_approval_waiting on gw_approval (expires_at) where status = 'waiting'`
    )
    this.addSql(
      `create index if not exists gw_approval_begin on gw_approval (begin_at) where begin_at is not null`
    )
    this.addSql(AUDIT_CHANGE_OR_DECISION)
    for (const trigger of AUDITED) this.addSql(`create or replace trigger ${trigger}`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists gw_approval`)
    this.addSql(`drop trigger if exists gw_audit_client_spending on gw_oauth_client`)
    this.addSql(AUDIT_CHANGE)
  }
}
