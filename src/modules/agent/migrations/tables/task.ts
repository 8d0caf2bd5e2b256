/** Tasks, their events and their push notification configurations. */
export const TASKS = [
  `create table if not exists gw_task (
     id text primary key,
     client_id text not null,
     skill_id text,
     context_id text,
     history jsonb not null default '[]',
     state text not null default 'submitted' check (
       state in ('submitted', 'working', 'input-required', 'completed', 'failed', 'canceled')),
     artifacts json not null default '{}',
     waits_for text unique,
     cancel_requested_at timestamptz,
     idempotency_key text,
     request_hash text not null,
     seq integer not null default 0,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     unique (client_id, idempotency_key)
   )`,
  `create table if not exists gw_task_event (
     task_id text not null references gw_task (id) on delete cascade,
     seq integer not null,
     type text not null,
     state text not null,
     artifacts json not null,
     at timestamptz not null default now(),
     primary key (task_id, seq)
   )`,
  `create table if not exists gw_push_config (
     task_id text not null references gw_task (id) on delete cascade,
     id text not null,
     url text not null,
     version text not null check (version in ('0.3', '1.0')),
     grant_id text not null,
     scopes text[] not null,
     secrets text,
     seq integer not null,
     newest_seq integer not null,
     attempt integer not null default 0,
     failures integer not null default 0,
     next_at timestamptz,
     last_error text,
     ended_at timestamptz,
     created_at timestamptz not null default now(),
     primary key (task_id, id)
   )`,
  `create index if not exists gw_push_config_due on gw_push_config (next_at) where next_at is not null`,
]

/** Indexes for the few tasks that background jobs work on. */
export const TASK_WORK = [
  `create index if not exists gw_task_begun on gw_task (created_at) where state in ('submitted', 'working')`,
  `create index if not exists gw_task_unanswered on gw_task (updated_at)
     where skill_id is null and state = 'input-required'`,
  `create index if not exists gw_task_purged on gw_task (updated_at)
     where waits_for is null and state in ('completed', 'failed', 'canceled')`,
  `create index if not exists gw_task_messages on gw_task (id) where history <> '[]'::jsonb`,
]

/**
 * Indexes for the lists of agents and staff. Most tasks are completed, so that state needs no index. Two
 * columns are joined into one expression, because PostgreSQL may otherwise use the index of one column alone
 * and read the tasks of all clients.
 */
export const TASK_LISTS = [
  `create index if not exists gw_task_newest on gw_task (client_id, updated_at desc, id desc)`,
  `create index if not exists gw_task_created on gw_task (created_at, id)`,
  `create index if not exists gw_task_state on gw_task (state, created_at, id) where state <> 'completed'`,
  `create index if not exists gw_task_skill on gw_task (skill_id, created_at, id)`,
  `create index if not exists gw_task_client_created on gw_task (client_id, created_at, id)`,
  `create index if not exists gw_task_client_skill on gw_task ((client_id || ' ' || skill_id), created_at, id)`,
  `create index if not exists gw_task_client_state on gw_task ((client_id || ' ' || state), created_at, id)
     where state <> 'completed'`,
]
