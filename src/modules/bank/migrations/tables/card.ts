/** Whether the terms name what the card may be charged without the customer. Null counts as no. */
const HAS_MANDATE = `coalesce((terms ->> 'max_amount')::bigint >= 0 and (terms ->> 'max_per_month')::bigint >= 0
       and (terms ->> 'expires_at')::timestamptz is not null, false)`

/** Saved cards, and the bank's forms for the customer's browser. */
export const CARDS = [
  `create table if not exists gw_card_token (
     id text primary key,
     client_id text not null,
     merchant_reference text not null unique,
     bank_token_id text unique,
     payment_id text unique references gw_payment (id),
     customer_reference text not null,
     currency text not null check (currency ~ '^[A-Z]{3}$'),
     usage text not null check (usage in ('recurring', 'unscheduled', 'installment')),
     terms jsonb not null constraint gw_card_token_mandate check (${HAS_MANDATE}),
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
     queried_at timestamptz,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     erasure_id text,
     bank_called_at timestamptz
   )`,
  `create index if not exists gw_card_token_check on gw_card_token (next_check_at) where next_check_at is not null`,
  `create index if not exists gw_card_token_shopper on gw_card_token (client_id, customer_reference)
     where status = 'active'`,
  `create index if not exists gw_card_token_customer on gw_card_token (lower(customer_reference))`,
  `create index if not exists gw_card_token_erased on gw_card_token (erasure_id) where erasure_id is not null`,
  `create table if not exists gw_hand_off (
     subject_id text primary key,
     nonce text not null unique,
     url text not null,
     fields jsonb not null,
     expires_at timestamptz,
     used_at timestamptz
   )`,
]
