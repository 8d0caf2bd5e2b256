const EFFECT = [
  `create table if not exists gw_effect (
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
     fence integer not null default 0,
     unique (payment_id, key)
   )`,
  `create index if not exists gw_effect_due on gw_effect (id) where done_at is null`,
  `create index if not exists gw_effect_refund_failed on gw_effect (created_at) where effect = 'refund_failed'`,
]

const CART_LOCK = `
  create table if not exists gw_cart_lock (
    cart_id text primary key,
    holder text not null,
    payment_id text,
    leased_until timestamptz not null
  )`

const CANCELLATION = [
  `create table if not exists gw_order_cancellation (
     id text primary key,
     order_id text not null,
     payment_id text not null,
     reason text,
     created_at timestamptz not null default now(),
     ended_at timestamptz
   )`,
  `create index if not exists gw_order_cancellation_open on gw_order_cancellation (created_at) where ended_at is null`,
]

const REFUND_BASELINE = `
  create table if not exists gw_refund_baseline (
    order_id text not null,
    holder text not null,
    pending numeric not null,
    refunded numeric not null,
    credited numeric not null,
    written_at timestamptz not null default now(),
    primary key (order_id, holder)
  )`

const REVIEW = [
  `create table if not exists gw_review (
     id bigint generated always as identity primary key,
     payment_id text not null references gw_payment (id) on delete cascade,
     reason text not null,
     source text not null,
     difference jsonb,
     opened_at timestamptz not null default now(),
     resolved_at timestamptz,
     resolved_by text,
     note text
   )`,
  // The reason is hashed, because it may be too long for an index.
  `create unique index if not exists gw_review_once on gw_review (payment_id, source, md5(reason))`,
]

/** The pending effects of payments, cart locks, order cancellations, refund baselines and reviews. */
export const SETTLEMENTS = [...EFFECT, CART_LOCK, ...CANCELLATION, REFUND_BASELINE, ...REVIEW]

/** Scheduled comparisons of payments with Medusa's records and their results, and revenue by client. */
export const BOOKS = [
  `create table if not exists gw_book_check (
     payment_id text primary key references gw_payment (id) on delete cascade,
     comparisons integer not null default 0,
     next_at timestamptz,
     difference text,
     differing integer not null default 0,
     differs_since timestamptz
   )`,
  `create index if not exists gw_book_check_next on gw_book_check (next_at) where next_at is not null`,
  `create index if not exists gw_book_check_differing on gw_book_check (differs_since) where differing > 1`,
  `create table if not exists gw_client_revenue (
     id bigint generated always as identity primary key,
     client_id text not null,
     currency text not null,
     orders bigint not null,
     paid bigint not null,
     refunded bigint not null
   )`,
  `create index if not exists gw_client_revenue_client on gw_client_revenue (client_id, currency) include (orders, paid, refunded)`,
]
