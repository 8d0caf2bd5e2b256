/**
 * The status shown to the merchant (`DISPLAY_STATUSES`). Statuses that need attention come first. A payment
 * that can still be captured is never shown as refunded in full.
 */
const DISPLAY_STATUS = `
  case
    when jsonb_path_exists(disputes, '$[*] ? (!(@.status == "won"))') then 'disputed'
    when has_failed_refund then 'refund_failed'
    when review_reason is not null then 'needs_review'
    when refunded_amount > 0 and refunded_amount = captured_amount and status <> 'partially_captured' then 'refunded'
    when refunded_amount > 0 then 'partially_refunded'
    when status = 'captured' then 'paid'
    else status
  end`

const PAYMENT = `
  create table if not exists gw_payment (
    id text primary key,
    merchant_reference text not null unique,
    bank_payment_id text unique,
    origin text not null check (origin in ('order', 'cart', 'existing_order')),
    route text not null default 'bank',
    client_id text,
    session_id text unique,
    cart_id text,
    order_id text,
    shop_order_id integer,
    order_reference text,
    intent text not null check (intent in ('sale', 'preauth')),
    status text not null default 'created',
    version integer not null default 0,
    amount bigint not null
      constraint gw_payment_amount_check check (amount > 0 or amount = 0 and status = 'nothing_due'),
    captured_amount bigint not null default 0 check (captured_amount between 0 and amount),
    refunded_amount bigint not null default 0 check (refunded_amount between 0 and captured_amount),
    refund_pending_amount bigint not null default 0 check (refund_pending_amount >= 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    description text not null,
    customer_email text,
    method text not null default 'card' check (method in ('card', 'bizum')),
    return_url text,
    continue_url text,
    redirect_url text,
    card_brand text,
    card_last4 text,
    save_card jsonb,
    card_token_id text,
    purchase_key text,
    decline_code text,
    decline_message text,
    review_reason text,
    has_failed_refund boolean not null default false,
    disputes jsonb not null default '[]',
    idempotency_key uuid not null unique,
    provisioned_at timestamptz,
    announced_at timestamptz,
    next_check_at timestamptz default now() + interval '1 minute',
    queried_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sca_started_at timestamptz,
    erasure_id text,
    order_canceled_at timestamptz,
    bank_called_at timestamptz,
    unchecked_since timestamptz,
    display_status text not null generated always as (${DISPLAY_STATUS}) stored
  )`

/** Indexes for the lists of agents and staff: one per filter, in the order of the list. */
const LISTS = [
  `create index if not exists gw_payment_client on gw_payment (client_id, created_at desc, id desc)`,
  ...["status", "currency", "order_reference"].flatMap((filter) => [
    `create index if not exists gw_payment_client_${filter}
       on gw_payment (client_id, ${filter}, created_at desc, id desc) where client_id is not null`,
    // For agents that read the payments of the whole store.
    `create index if not exists gw_payment_${filter} on gw_payment (${filter}, created_at desc, id desc)`,
  ]),
  `create index if not exists gw_payment_currency_status on gw_payment (currency, status, created_at desc, id desc)`,
  `create index if not exists gw_payment_display_status on gw_payment (display_status, created_at desc, id desc)`,
  `create index if not exists gw_payment_currency_display_status
     on gw_payment (currency, display_status, created_at desc, id desc)`,
  `create index if not exists gw_payment_client_display_status
     on gw_payment (client_id, display_status, created_at desc, id desc) where client_id is not null`,
  `create index if not exists gw_payment_newest on gw_payment (created_at, id)`,
  `create index if not exists gw_payment_amount on gw_payment (currency, amount, id)`,
  `create index if not exists gw_payment_client_amount on gw_payment (client_id, currency, amount, id)
     where client_id is not null`,
  `create index if not exists gw_payment_review on gw_payment (created_at, id) where review_reason is not null`,
]

/** Indexes for looking up payments by related ids. An order placed for a payment belongs to that one payment. */
const LOOKUP_INDEXES = [
  `create index if not exists gw_payment_order on gw_payment (shop_order_id)`,
  `create index if not exists gw_payment_order_id on gw_payment (order_id)`,
  `create unique index if not exists gw_payment_one_order on gw_payment (order_id) where origin <> 'existing_order'`,
  `create index if not exists gw_payment_cart on gw_payment (cart_id) where cart_id is not null`,
  `create index if not exists gw_payment_card on gw_payment (card_token_id, created_at) where card_token_id is not null`,
  `create index if not exists gw_payment_purchase on gw_payment (purchase_key, created_at)
     where purchase_key is not null`,
  `create index if not exists gw_payment_email on gw_payment (lower(customer_email)) where customer_email is not null`,
  `create index if not exists gw_payment_erased on gw_payment (erasure_id) where erasure_id is not null`,
]

/** Indexes for the few payments that background jobs work on. */
const WORK = [
  `create index if not exists gw_payment_check on gw_payment (next_check_at) where next_check_at is not null`,
  `create index if not exists gw_payment_interrupted on gw_payment (created_at) where provisioned_at is null`,
  `create index if not exists gw_payment_disputed on gw_payment (id) where disputes <> '[]'`,
  `create index if not exists gw_payment_order_canceled on gw_payment (order_canceled_at)
     where order_canceled_at is not null`,
  `create index if not exists gw_payment_canceled on gw_payment (id)
     where order_canceled_at is not null
       and (status in ('requires_action', 'processing', 'authorized')
            or captured_amount > refunded_amount + refund_pending_amount)`,
]

/** Indexes for counts and sums that read no table rows. */
const COUNTS = [
  `create index if not exists gw_payment_tally on gw_payment (status, currency)`,
  `create index if not exists gw_payment_outcome on gw_payment (created_at)
     include (client_id, currency, status, decline_code, announced_at, sca_started_at, captured_amount, refunded_amount, id)
     where client_id is not null`,
]

/** The scan cursor over all payments, one row per scan. */
const SCAN_CURSORS = [
  `create table if not exists gw_scan_cursor (
     scan text primary key,
     position text not null default ''
   )`,
  `insert into gw_scan_cursor (scan)
     values ('canceled_orders'), ('canceled_reservations'), ('unexecuted_records'), ('books'), ('provider_payments') on conflict do nothing`,
]

/** The codes with which the bank has rejected the store's configuration, and when last. */
const REJECTION = `
  create table if not exists gw_bank_rejection (
    code text primary key,
    last_at timestamptz not null default now()
  )`

/** Payments: what was requested from the bank, and what the bank reports. */
export const PAYMENTS = [PAYMENT, ...LISTS, ...LOOKUP_INDEXES, ...WORK, ...COUNTS, ...SCAN_CURSORS, REJECTION]
