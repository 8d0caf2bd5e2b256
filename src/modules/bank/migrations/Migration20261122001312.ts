import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What is owed because an order was canceled is found by itself, and payments are gone through some at a time. */
export class Migration20261122001312 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table gw_payment add column if not exists order_canceled_at timestamptz`)
    this.addSql(
      `create index if not exists gw_payment_canceled on gw_payment (id)
         where order_canceled_at is not null
           and (status in ('requires_action', 'processing', 'authorized')
                or captured_amount > refunded_amount + refund_pending_amount)`
    )
    this.addSql(`
      create table if not exists gw_payment_round (
        of text primary key,
        place text not null default ''
      )`)
    this.addSql(
      `insert into gw_payment_round (of) values ('canceled_orders'), ('unmade_records') on conflict do nothing`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists gw_payment_round`)
    this.addSql(`drop index if exists gw_payment_canceled`)
    this.addSql(`alter table gw_payment drop column if exists order_canceled_at`)
  }
}
