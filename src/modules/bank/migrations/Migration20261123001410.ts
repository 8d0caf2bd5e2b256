import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * Payments whose books are to be compared or differ, cancellations of agents, and a token that tells apart the leases of
 * one effect.
 */
export class Migration20261123001410 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_book_check (
        payment_id text primary key references gw_payment (id) on delete cascade,
        comparisons integer not null default 0,
        next_at timestamptz,
        difference text,
        differing integer not null default 0,
        differs_since timestamptz
      )`)
    this.addSql(
      `create index if not exists gw_book_check_next on gw_book_check (next_at) where next_at is not null`
    )
    this.addSql(
      `create index if not exists gw_book_check_differing on gw_book_check (differs_since) where differing > 1`
    )
    this.addSql(`
      create table if not exists gw_order_cancellation (
        id text primary key,
        order_id text not null,
        payment_id text not null,
        reason text,
        created_at timestamptz not null default now(),
        ended_at timestamptz
      )`)
    this.addSql(
      `create index if not exists gw_order_cancellation_open on gw_order_cancellation (created_at) where ended_at is null`
    )
    this.addSql(`alter table gw_effect add column if not exists fence integer not null default 0`)
    this.addSql(`insert into gw_payment_round (of) values ('books') on conflict do nothing`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table gw_effect drop column if exists fence`)
    this.addSql(`drop table if exists gw_order_cancellation`)
    this.addSql(`drop table if exists gw_book_check`)
    this.addSql(`delete from gw_payment_round where of = 'books'`)
  }
}
