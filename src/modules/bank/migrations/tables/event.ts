/** The bank's events and the nonces of its signed messages, each once, and the position in the bank's event list. */
export const EVENTS = [
  `create table if not exists gw_bank_event (
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
   )`,
  `create index if not exists gw_bank_event_due on gw_bank_event (received_at) where processed_at is null`,
  `create index if not exists gw_bank_event_newest on gw_bank_event (received_at)`,
  `create index if not exists gw_bank_event_payment on gw_bank_event ((snapshot ->> 'merchant_reference'))`,
  `create index if not exists gw_bank_event_card on gw_bank_event ((token ->> 'merchant_reference'))
     where token is not null`,
  `create index if not exists gw_bank_event_raw on gw_bank_event (received_at)
     where payload <> '' and processed_at is not null`,
  `create table if not exists gw_bank_nonce (
     issuer text not null,
     jti text not null,
     expires_at timestamptz not null,
     primary key (issuer, jti)
   )`,
  `create index if not exists gw_bank_nonce_expiry on gw_bank_nonce (expires_at)`,
  `create table if not exists gw_bank_cursor (
     id boolean primary key default true check (id),
     sequence bigint not null default 0
   )`,
  `insert into gw_bank_cursor default values on conflict do nothing`,
]
