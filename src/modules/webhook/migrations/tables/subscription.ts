/** The subscriptions of clients, and the subscription of each platform's checkout session. */
export const SUBSCRIPTIONS = [
  `create table if not exists gw_webhook_subscription (
     id text primary key,
     client_id text not null,
     profile text not null check (profile in ('standard', 'ucp_order', 'acp_order')),
     url text not null,
     events text[],
     description text,
     version text,
     secret text,
     previous_secret text,
     previous_until timestamptz,
     status text not null default 'active' check (status in ('active', 'disabled')),
     delivery_status text not null generated always as (
       case when status = 'active' and failing_since is not null then 'failing' else status end) stored,
     disabled_reason text,
     disabled_at timestamptz,
     failures integer not null default 0,
     failing_since timestamptz,
     probe_at timestamptz,
     last_success_at timestamptz,
     last_failure_at timestamptz,
     last_failure_status integer,
     created_at timestamptz not null default now(),
     updated_by text,
     rotation text
   )`,
  `create unique index if not exists gw_webhook_subscription_same
     on gw_webhook_subscription (client_id, profile, url, coalesce(events, '{}'), coalesce(version, ''))`,
  `create index if not exists gw_webhook_subscription_newest on gw_webhook_subscription (created_at, id)`,
  `create index if not exists gw_webhook_subscription_status
     on gw_webhook_subscription (delivery_status, created_at, id)`,
  `create extension if not exists pg_trgm`,
  `create index if not exists gw_webhook_subscription_url on gw_webhook_subscription using gin (url gin_trgm_ops)`,
  `create index if not exists gw_webhook_subscription_given_up on gw_webhook_subscription (disabled_at)
     where status = 'disabled' and disabled_reason in ('gone', 'failing')`,
  `create table if not exists gw_webhook_platform (
     session_id text primary key,
     subscription_id text not null references gw_webhook_subscription (id) on delete cascade,
     noted_at timestamptz not null default now()
   )`,
  `create index if not exists gw_webhook_platform_of on gw_webhook_platform (subscription_id, noted_at)`,
]
