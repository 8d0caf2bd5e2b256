import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Carts and checkouts of agents, and the requests that were sent with a key. */
export class Migration20261122000300 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_session (
        id text primary key,
        kind text not null check (kind in ('cart', 'checkout')),
        client_id text not null,
        customer_id text,
        wishes jsonb not null,
        quote jsonb not null,
        cart_id text,
        source_id text,
        payment_id text unique,
        ordered_at timestamptz,
        canceled_at timestamptz,
        expires_at timestamptz not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`)
    this.addSql(
      `create index if not exists gw_session_source on gw_session (source_id) where source_id is not null`
    )
    // For pages of orders, the newest first: those of a client itself, and those of a customer, whichever client brought them.
    this.addSql(
      `create index if not exists gw_session_client_orders on gw_session (client_id, ordered_at, id)
         where payment_id is not null and customer_id is null`
    )
    this.addSql(
      `create index if not exists gw_session_customer_orders on gw_session (customer_id, ordered_at, id)
         where payment_id is not null`
    )
    this.addSql(`create index if not exists gw_session_expires on gw_session (expires_at)`)
    this.addSql(`
      create table if not exists gw_idempotency (
        owner text not null,
        operation text not null,
        key text not null,
        request_hash text not null,
        subject text not null,
        answer jsonb,
        leased_until timestamptz not null,
        created_at timestamptz not null default now(),
        primary key (owner, operation, key)
      )`)
    this.addSql(`create index if not exists gw_idempotency_created on gw_idempotency (created_at)`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists gw_session`)
    this.addSql(`drop table if exists gw_idempotency`)
  }
}
