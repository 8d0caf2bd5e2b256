/** Captures, voids and refunds, each stored before the bank call. */
export const OPERATIONS = [
  `create table if not exists gw_bank_operation (
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
     updated_at timestamptz not null default now(),
     requested_by text,
     bank_called_at timestamptz,
     reason_code text,
     automatic_for text,
     provider_payment_id text
   )`,
  `create unique index if not exists gw_bank_operation_open on gw_bank_operation (payment_id, kind)
     where status in ('requested', 'unknown')`,
  `create index if not exists gw_bank_operation_automatic on gw_bank_operation (created_at)
     where automatic_for is not null`,
  `create index if not exists gw_bank_operation_payment on gw_bank_operation (payment_id, kind)`,
  `create index if not exists gw_bank_operation_refused on gw_bank_operation (updated_at)
     where status = 'refused' and medusa_id is not null`,
  `create index if not exists gw_bank_operation_refused_refund on gw_bank_operation (id)
     where status = 'refused' and kind = 'refund'`,
  `create index if not exists gw_bank_operation_ended_by on gw_bank_operation (payment_id, reason)
     where kind = 'void' and reason is not null`,
]
