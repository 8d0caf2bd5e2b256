const AUDIT = `
  create table if not exists gw_audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    type text not null,
    client_id text,
    actor_type text,
    actor_id text,
    detail jsonb not null default '{}',
    count integer not null default 1,
    last_at timestamptz not null default now()
  )`

/**
 * Indexes for the pages of the audit log. Client and type are one expression, because with two columns
 * PostgreSQL may use the index of the type alone.
 */
const LISTS = [
  `create index if not exists gw_audit_newest on gw_audit (at, id)`,
  `create index if not exists gw_audit_type_newest on gw_audit (type, at, id)`,
  `create index if not exists gw_audit_client_newest on gw_audit (client_id, at, id)`,
  `create index if not exists gw_audit_client_and_type on gw_audit ((client_id || ' ' || type), at, id)`,
  `create index if not exists gw_audit_customer on gw_audit (actor_id, id) where actor_type = 'customer'`,
]

/** One entry per minute for rejected calls. */
const REFUSED = `
  create unique index if not exists gw_audit_refused
    on gw_audit (coalesce(client_id, ''), (detail ->> 'reason'), at) where type = 'call_refused'`

/** The audit log. */
export const AUDITS = [AUDIT, ...LISTS, REFUSED]
