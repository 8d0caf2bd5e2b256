import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { STORE_MESSAGES } from "./functions/store-messages"

export class Migration20261121000400 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_payment (
        id text primary key,
        merchant_reference text not null unique,
        bank_payment_id text unique,
        origin text not null check (origin in ('order', 'cart')),
        client_id text,
        session_id text unique,
        cart_id text,
        order_id text unique,
        shop_order_id integer,
        order_reference text,
        intent text not null check (intent in ('sale', 'preauth')),
        status text not null default 'created',
        version integer not null default 0,
        amount bigint not null check (amount > 0),
        captured_amount bigint not null default 0 check (captured_amount between 0 and amount),
        refunded_amount bigint not null default 0 check (refunded_amount between 0 and captured_amount),
        refund_pending_amount bigint not null default 0 check (refund_pending_amount >= 0),
        currency text not null check (currency ~ '^[A-Z]{3}$'),
        description text not null,
        customer_email text,
        return_url text,
        continue_url text,
        redirect_url text,
        card_brand text,
        card_last4 text,
        save_card jsonb,
        card_token_id text,
        decline_code text,
        decline_message text,
        review_reason text,
        disputes jsonb not null default '[]',
        idempotency_key uuid not null unique,
        provisioned_at timestamptz,
        announced_at timestamptz,
        next_check_at timestamptz default now() + interval '1 minute',
        asked_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`)
    this.addSql(
      `create index if not exists gw_payment_client on gw_payment (client_id, created_at desc, id desc)`
    )
    for (const filter of ["status", "currency", "order_reference"]) {
      this.addSql(
        `create index if not exists gw_payment_client_${filter}
           on gw_payment (client_id, ${filter}, created_at desc, id desc) where client_id is not null`
      )
      // For the agent that does the books of the whole store.
      this.addSql(
        `create index if not exists gw_payment_${filter} on gw_payment (${filter}, created_at desc, id desc)`
      )
    }
    this.addSql(`create index if not exists gw_payment_order on gw_payment (shop_order_id)`)
    this.addSql(`create index if not exists gw_payment_order_id on gw_payment (order_id)`)
    this.addSql(`create index if not exists gw_payment_newest on gw_payment (created_at, id)`)
    this.addSql(
      `create index if not exists gw_payment_review on gw_payment (created_at, id) where review_reason is not null`
    )
    this.addSql(
      `create index if not exists gw_payment_cart on gw_payment (cart_id) where cart_id is not null`
    )
    this.addSql(
      `create index if not exists gw_payment_check on gw_payment (next_check_at) where next_check_at is not null`
    )
    this.addSql(`
      create table if not exists gw_hand_off (
        subject_id text primary key,
        nonce text not null unique,
        url text not null,
        fields jsonb not null,
        expires_at timestamptz,
        used_at timestamptz
      )`)
    this.addSql(`
      create table if not exists gw_card_token (
        id text primary key,
        client_id text not null,
        merchant_reference text not null unique,
        bank_token_id text unique,
        payment_id text unique references gw_payment (id),
        customer_reference text not null,
        currency text not null check (currency ~ '^[A-Z]{3}$'),
        usage text not null check (usage in ('recurring', 'unscheduled', 'installment')),
        terms jsonb not null,
        status text not null default 'created',
        version integer not null default 0,
        brand text,
        last4 text,
        exp_month integer,
        exp_year integer,
        network_transaction_id text,
        return_url text,
        continue_url text,
        redirect_url text,
        decline_code text,
        decline_message text,
        review_reason text,
        idempotency_key uuid unique,
        revoke_requested_at timestamptz,
        next_check_at timestamptz default now() + interval '1 minute',
        asked_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`)
    this.addSql(
      `create index if not exists gw_card_token_check on gw_card_token (next_check_at)
         where next_check_at is not null`
    )
    this.addSql(
      `create index if not exists gw_card_token_shopper on gw_card_token (client_id, customer_reference)
         where status = 'active'`
    )
    this.addSql(`
      create table if not exists gw_effect (
        id bigint generated always as identity primary key,
        payment_id text not null references gw_payment (id) on delete cascade,
        key text not null,
        effect text not null,
        movement jsonb,
        not_before timestamptz,
        leased_until timestamptz,
        attempts integer not null default 0,
        last_error text,
        done_at timestamptz,
        created_at timestamptz not null default now(),
        unique (payment_id, key)
      )`)
    this.addSql(`create index if not exists gw_effect_due on gw_effect (id) where done_at is null`)
    this.addSql(`
      create table if not exists gw_bank_operation (
        id text primary key,
        payment_id text not null references gw_payment (id) on delete cascade,
        kind text not null check (kind in ('capture', 'void', 'refund')),
        merchant_reference text not null unique,
        idempotency_key uuid not null unique,
        amount bigint check (amount > 0),
        final boolean not null default true,
        reason text,
        medusa_id text unique,
        status text not null default 'requested' check (status in ('requested', 'unknown', 'done', 'refused')),
        error_code text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`)
    this.addSql(
      `create unique index if not exists gw_bank_operation_open on gw_bank_operation (payment_id, kind)
         where status in ('requested', 'unknown')`
    )
    this.addSql(
      `create index if not exists gw_bank_operation_payment on gw_bank_operation (payment_id, kind)`
    )
    this.addSql(
      `create index if not exists gw_bank_operation_refused on gw_bank_operation (updated_at)
         where status = 'refused' and medusa_id is not null`
    )
    this.addSql(`
      create table if not exists gw_bank_event (
        event_id text primary key,
        sequence bigint,
        type text not null,
        payload text not null,
        snapshot jsonb,
        token jsonb,
        revision integer not null default 0,
        received_at timestamptz not null default now(),
        processed_at timestamptz,
        verdict text
      )`)
    this.addSql(
      `create index if not exists gw_bank_event_due on gw_bank_event (received_at) where processed_at is null`
    )
    this.addSql(
      `create index if not exists gw_bank_event_payment on gw_bank_event ((snapshot ->> 'merchant_reference'))`
    )
    this.addSql(`
      create table if not exists gw_bank_nonce (
        issuer text not null,
        jti text not null,
        expires_at timestamptz not null,
        primary key (issuer, jti)
      )`)
    this.addSql(`
      create table if not exists gw_bank_cursor (
        id boolean primary key default true check (id),
        sequence bigint not null default 0
      )`)
    this.addSql(`
      create table if not exists gw_cart_lock (
        cart_id text primary key,
        holder text not null,
        payment_id text,
        leased_until timestamptz not null
      )`)
    this.addSql(`insert into gw_bank_cursor default values on conflict do nothing`)
    this.addSql(`create index if not exists gw_bank_nonce_expiry on gw_bank_nonce (expires_at)`)
    this.addSql(STORE_MESSAGES)
  }

  override async down(): Promise<void> {
    for (const table of [
      "gw_cart_lock",
      "gw_bank_cursor",
      "gw_bank_operation",
      "gw_bank_nonce",
      "gw_bank_event",
      "gw_effect",
      "gw_card_token",
      "gw_hand_off",
      "gw_payment",
    ])
      this.addSql(`drop table if exists ${table}`)
    this.addSql(`drop function if exists gw_store_messages(json)`)
  }
}
