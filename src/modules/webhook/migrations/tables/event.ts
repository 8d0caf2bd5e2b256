/** The events, their sequence numbers, and the cursor of the sweep that finds missed order changes. */
export const EVENTS = [
  `create table if not exists gw_webhook_sequence (
     aggregate text primary key,
     last integer not null default 0
   )`,
  `create table if not exists gw_webhook_event (
     id uuid primary key default gen_random_uuid(),
     type text not null,
     aggregate text not null,
     sequence integer not null,
     client_id text not null,
     session_id text,
     order_id text,
     occurred_at timestamptz not null,
     dedupe_key text unique,
     data jsonb not null,
     body text,
     entity text,
     fingerprint text,
     created_at timestamptz not null default now(),
     unique (aggregate, sequence)
   )`,
  `create index if not exists gw_webhook_event_created on gw_webhook_event (created_at)`,
  `create index if not exists gw_webhook_event_type on gw_webhook_event (client_id, type)`,
  `create table if not exists gw_webhook_sweep (
     id boolean primary key default true check (id),
     swept_at timestamptz not null default now(),
     place_at timestamptz,
     place_id text,
     cycle_begun_at timestamptz,
     cycle_since timestamptz not null default now()
   )`,
  `insert into gw_webhook_sweep default values on conflict do nothing`,
]
