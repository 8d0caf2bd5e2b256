const SESSION = `
  create table if not exists gw_session (
    id text primary key,
    kind text not null check (kind in ('cart', 'checkout')),
    client_id text not null,
    customer_id text,
    requested jsonb not null,
    quote jsonb not null,
    quote_changes jsonb check (jsonb_array_length(quote_changes -> 'changes') > 0),
    cart_id text,
    source_id text,
    payment_id text unique,
    duplicate_of text,
    duplicate_by text,
    ordered_at timestamptz,
    canceled_at timestamptz,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    canceled_by text,
    erasure_id text
  )`

/** Pages of orders, newest first: those of a client for guests or for a customer, and all of a customer. */
const ORDERS = [
  `create index if not exists gw_session_client_orders on gw_session (client_id, ordered_at, id)
     where payment_id is not null and customer_id is null`,
  `create index if not exists gw_session_client_customer_orders
     on gw_session (client_id, customer_id, ordered_at, id) where payment_id is not null`,
  `create index if not exists gw_session_customer_orders on gw_session (customer_id, ordered_at, id)
     where payment_id is not null`,
  // For the sweep. The condition differs from the lists' on purpose, so that PostgreSQL does not use this index
  // for them.
  `create index if not exists gw_session_ordered on gw_session (ordered_at, id) where payment_id > ''`,
]

const LOOKUP_INDEXES = [
  `create index if not exists gw_session_source on gw_session (source_id) where source_id is not null`,
  `create index if not exists gw_session_expires on gw_session (expires_at)`,
  `create index if not exists gw_session_unpaid on gw_session (created_at)
     where kind = 'checkout' and payment_id is null and canceled_at is null`,
  `create index if not exists gw_session_customer on gw_session (customer_id) where customer_id is not null`,
  `create index if not exists gw_session_email on gw_session (lower(requested -> 'buyer' ->> 'email'))
     where customer_id is null`,
  `create index if not exists gw_session_erased on gw_session (erasure_id) where erasure_id is not null`,
]

const STOREFRONT_HAND_OFF = [
  `create table if not exists gw_storefront_hand_off (
     session_id text primary key references gw_session (id) on delete cascade,
     cart_id text not null unique,
     provider_id text not null,
     country text not null,
     nonce text not null,
     token_hash text not null unique,
     expires_at timestamptz not null,
     adopted_at timestamptz,
     adopted_with text,
     order_id text unique,
     tried_at timestamptz,
     next_check_at timestamptz,
     checks integer not null default 0,
     paid_at timestamptz,
     is_deferred boolean not null default false,
     refusals integer not null default 0,
     created_at timestamptz not null default now()
   )`,
  `create index if not exists gw_storefront_hand_off_open on gw_storefront_hand_off (cart_id) where order_id is null`,
  `create index if not exists gw_storefront_hand_off_due on gw_storefront_hand_off (next_check_at)
     where order_id is null`,
]

/** Cart and checkout sessions of agents. */
export const SESSIONS = [SESSION, ...ORDERS, ...LOOKUP_INDEXES, ...STOREFRONT_HAND_OFF]

/** Idempotency records. */
export const IDEMPOTENCY = [
  `create table if not exists gw_idempotency (
     owner text not null,
     operation text not null,
     key text not null,
     request_hash text not null,
     subject text not null,
     answer jsonb,
     leased_until timestamptz not null,
     created_at timestamptz not null default now(),
     primary key (owner, operation, key)
   )`,
  `create index if not exists gw_idempotency_created on gw_idempotency (created_at)`,
]

/** Daily funnel counts of events that have no row, or whose rows are deleted. */
export const FUNNEL = [
  `create table if not exists gw_funnel (
     day date not null,
     client_id text not null,
     currency text not null default '',
     step text not null,
     count bigint not null,
     primary key (day, client_id, currency, step)
   )`,
  `create table if not exists gw_funnel_since (
     id boolean primary key default true check (id),
     at timestamptz not null default now()
   )`,
  `insert into gw_funnel_since default values on conflict do nothing`,
]
