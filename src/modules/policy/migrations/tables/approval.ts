const APPROVAL = `
  create table if not exists gw_approval (
    id text primary key,
    kind text not null default 'payment' check (kind in ('payment', 'refund')),
    client_id text not null,
    task_id text unique,
    session_id text,
    payment_id text unique,
    amount bigint not null check (amount > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    description text not null,
    order_reference text,
    requested jsonb,
    status text not null default 'waiting'
      check (status in ('waiting', 'approved', 'refused', 'expired', 'canceled')),
    decided_by text,
    decided_at timestamptz,
    note text,
    expires_at timestamptz not null default now() + interval '24 hours',
    begin_at timestamptz,
    created_at timestamptz not null default now(),
    bought text,
    refund_of text,
    operation_id text unique,
    reason_code text,
    failure_code text,
    failed_at timestamptz,
    check (kind = 'refund' or (task_id is null) <> (session_id is null)),
    check ((kind = 'refund') = (refund_of is not null)),
    check ((kind = 'refund') = (operation_id is not null)),
    check (kind = 'payment' or (session_id is null and payment_id is null)),
    check ((failure_code is null) = (failed_at is null)),
    check ((status = 'waiting') = (decided_at is null))
  )`

/** Agents' payments and refunds that wait for the merchant's approval. */
export const APPROVALS = [
  APPROVAL,
  `create unique index if not exists gw_approval_session on gw_approval (session_id) where status = 'waiting'`,
  `create index if not exists gw_approval_sum on gw_approval (session_id, amount, currency, created_at)
     where session_id is not null`,
  `create index if not exists gw_approval_newest on gw_approval (created_at, id)`,
  `create index if not exists gw_approval_refunds on gw_approval (created_at, id) where kind = 'refund'`,
  `create index if not exists gw_approval_expires on gw_approval (expires_at, id)`,
  `create index if not exists gw_approval_decided on gw_approval (decided_at, id) where decided_at is not null`,
  `create index if not exists gw_approval_amount on gw_approval (currency, amount, id)`,
  `create index if not exists gw_approval_reference on gw_approval (order_reference)
     where order_reference is not null`,
  ...["status", "client_id"].map(
    (filter) => `create index if not exists gw_approval_${filter} on gw_approval (${filter}, created_at, id)`
  ),
  // One expression, because with two columns PostgreSQL may use the index of the status alone.
  `create index if not exists gw_approval_client_status
     on gw_approval ((client_id || ' ' || status), created_at, id)`,
  `create unique index if not exists gw_approval_refund_waiting on gw_approval (refund_of) where status = 'waiting'`,
  `create index if not exists gw_approval_refund on gw_approval (refund_of) where refund_of is not null`,
  `create index if not exists gw_approval_waiting on gw_approval (expires_at) where status = 'waiting'`,
  `create index if not exists gw_approval_begin on gw_approval (begin_at) where begin_at is not null`,
]

/** Requests to erase the data of customers. */
export const ERASURES = [
  `create table if not exists gw_erasure (
     id text primary key,
     subject text not null,
     follows text not null default '',
     customer_id text,
     email text,
     reason text not null,
     updated_by text,
     requested_at timestamptz not null default now(),
     obstacle jsonb,
     counts jsonb,
     done_at timestamptz,
     checked_at timestamptz,
     unique (subject, follows),
     check (done_at is null or email is null)
   )`,
  `create index if not exists gw_erasure_subject on gw_erasure (subject, requested_at)`,
  `create index if not exists gw_erasure_due on gw_erasure (requested_at) where checked_at is null`,
]
