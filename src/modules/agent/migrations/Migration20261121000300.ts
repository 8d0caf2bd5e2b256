import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The database itself refuses a task that goes backwards, skips `working`, or leaves a terminal state. */
const STATE_ORDER = `
  create or replace function gw_task_state_order() returns trigger language plpgsql as $$
  declare
    states constant text[] := array['submitted', 'working', 'input-required', 'completed', 'failed', 'canceled'];
    was constant integer := least(array_position(states, old.state), 4);
    becomes constant integer := least(array_position(states, new.state), 4);
  begin
    if new.state = old.state then return new; end if;
    if was = 4 or becomes <= was then
      raise exception 'task % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
    end if;
    if was = 1 and becomes > 2 and new.state <> 'canceled' then
      raise exception 'task % cannot skip working', old.id using errcode = 'check_violation';
    end if;
    return new;
  end $$`

/**
 * Whoever wants to be told of a task has something to be told, from the transaction on that writes it. Nobody can want to
 * be told of a task that is only just made.
 */
const OWE_PUSH = `
  create or replace function gw_task_event_owe_push() returns trigger language plpgsql as $$
  begin
    update gw_push_config c set newest_seq = news.seq, next_at = coalesce(c.next_at, now())
    from (select task_id, max(seq) as seq from written group by task_id having min(seq) > 1) news
    where c.task_id = news.task_id and c.ended_at is null;
    return null;
  end $$`

/**
 * Tells whoever listens, when the transaction commits, which tasks have new events: their ids with spaces between, as
 * many as surely fit. Nobody can be waiting for a task that is only just made.
 */
const ANNOUNCE_EVENTS = `
  create or replace function gw_task_event_announce() returns trigger language plpgsql as $$
  begin
    perform pg_notify('gw_task_event', string_agg(task_id, ' '))
    from (
      select task_id, row_number() over () / 100 as part from written group by task_id having min(seq) > 1
    ) news
    group by part;
    return null;
  end $$`

export class Migration20261121000300 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table if not exists gw_task (
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
      )`)
    this.addSql(`
      create table if not exists gw_task_event (
        task_id text not null references gw_task (id) on delete cascade,
        seq integer not null,
        type text not null,
        state text not null,
        artifacts json not null,
        at timestamptz not null default now(),
        primary key (task_id, seq)
      )`)
    this.addSql(`create index if not exists gw_task_newest on gw_task (client_id, updated_at desc, id desc)`)
    this.addSql(
      `create index if not exists gw_task_unanswered on gw_task (updated_at)
         where skill_id is null and state = 'input-required'`
    )
    this.addSql(
      `create index if not exists gw_task_purged on gw_task (updated_at)
         where waits_for is null and state in ('completed', 'failed', 'canceled')`
    )
    this.addSql(STATE_ORDER)
    this.addSql(`drop trigger if exists gw_task_state_order on gw_task`)
    this.addSql(
      `create trigger gw_task_state_order before update of state on gw_task
         for each row execute function gw_task_state_order()`
    )
    this.addSql(`
      create table if not exists gw_push_config (
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
      )`)
    this.addSql(
      `create index if not exists gw_push_config_due on gw_push_config (next_at) where next_at is not null`
    )
    this.addSql(OWE_PUSH)
    this.addSql(`drop trigger if exists gw_task_event_owe_push on gw_task_event`)
    this.addSql(
      `create trigger gw_task_event_owe_push after insert on gw_task_event
         referencing new table as written for each statement execute function gw_task_event_owe_push()`
    )
    this.addSql(ANNOUNCE_EVENTS)
    this.addSql(`drop trigger if exists gw_task_event_announce on gw_task_event`)
    this.addSql(
      `create trigger gw_task_event_announce after insert on gw_task_event
         referencing new table as written for each statement execute function gw_task_event_announce()`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists gw_push_config`)
    this.addSql(`drop table if exists gw_task_event`)
    this.addSql(`drop table if exists gw_task`)
    this.addSql(`drop function if exists gw_task_state_order, gw_task_event_announce, gw_task_event_owe_push`)
  }
}
