/** Each row is updated several times soon after its creation, so autovacuum must clean up the dead versions early. */
const DELIVERY = `
  create table if not exists gw_webhook_delivery (
    id text primary key,
    event_id uuid not null references gw_webhook_event (id) on delete cascade,
    subscription_id text not null references gw_webhook_subscription (id) on delete cascade,
    aggregate text not null,
    sequence integer not null,
    state text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
    attempt integer not null default 0,
    failures integer not null default 0,
    next_at timestamptz not null default now(),
    leased_until timestamptz,
    last_status integer,
    last_error text,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    unique (event_id, subscription_id)
  ) with (autovacuum_vacuum_scale_factor = 0.01)`

const index = (name: string, rows: string) =>
  `create index if not exists gw_webhook_delivery_${name} on gw_webhook_delivery ${rows}`

const LEASES = [
  index("due", `(subscription_id, next_at) where state = 'pending'`),
  index("head", `(subscription_id, aggregate, sequence) where state = 'pending'`),
  index("leased", `(subscription_id) where leased_until is not null`),
]

/**
 * Indexes for the lists of clients and staff. The condition for unfinished deliveries is not the state, so that
 * PostgreSQL does not use these indexes for leases instead of the index by orders.
 */
const LISTS = [
  index("newest", `(subscription_id, created_at, id)`),
  index("ended", `(ended_at) where ended_at is not null`),
  index("unfinished", `(subscription_id, created_at, id) where ended_at is null`),
  ...["delivered", "dead"].map((state) =>
    index(state, `(subscription_id, created_at, id) where state = '${state}'`)
  ),
]

const ATTEMPT = `
  create table if not exists gw_webhook_attempt (
    delivery_id text not null references gw_webhook_delivery (id) on delete cascade,
    attempt integer not null,
    at timestamptz not null,
    duration_ms integer not null,
    headers jsonb,
    status integer,
    response text,
    error text,
    primary key (delivery_id, attempt)
  )`

/** The deliveries of events to subscriptions, and their attempts. */
export const DELIVERIES = [DELIVERY, ...LEASES, ...LISTS, ATTEMPT]
