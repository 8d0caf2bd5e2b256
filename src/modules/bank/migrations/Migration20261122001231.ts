import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** A payment whose order could not be placed leaves no row: it is counted when it is forgotten. */
const COUNT_UNPLACED = `
  create or replace function gw_funnel_count_unplaced() returns trigger language plpgsql as $$
  begin
    insert into gw_funnel as f (day, client_id, currency, step, count)
    values ((old.created_at at time zone 'utc')::date, old.client_id, old.currency, 'not_placed', 1)
    on conflict (day, client_id, currency, step) do update set count = f.count + 1;
    return null;
  end $$`

/** How agents' payments come out, and what money they have brought, is read from indexes alone. */
export class Migration20261122001231 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table gw_payment add column if not exists sca_started_at timestamptz`)
    this.addSql(
      `update gw_payment p set sca_started_at = e.created_at from gw_effect e
        where e.payment_id = p.id and e.key = 'action_required' and p.sca_started_at is null`
    )
    this.addSql(
      `create index if not exists gw_payment_outcome on gw_payment (created_at)
         include (client_id, currency, status, decline_code, announced_at, sca_started_at, refunded_amount, id)
         where client_id is not null`
    )
    this.addSql(
      `create index if not exists gw_payment_money on gw_payment (client_id, currency)
         include (announced_at, captured_amount, refunded_amount)
         where client_id is not null and (announced_at is not null or captured_amount > 0)`
    )
    this.addSql(
      `create index if not exists gw_bank_operation_ended_by on gw_bank_operation (payment_id, reason)
         where kind = 'void' and reason is not null`
    )
    this.addSql(COUNT_UNPLACED)
    this.addSql(
      `create or replace trigger gw_funnel_unplaced after delete on gw_payment for each row
         when (old.client_id is not null and old.version = 0) execute function gw_funnel_count_unplaced()`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop function if exists gw_funnel_count_unplaced cascade`)
    for (const index of ["gw_payment_outcome", "gw_payment_money", "gw_bank_operation_ended_by"])
      this.addSql(`drop index if exists ${index}`)
    this.addSql(`alter table gw_payment drop column if exists sca_started_at`)
  }
}
