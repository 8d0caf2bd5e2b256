/**
 * Schedules push notifications in the transaction that writes a task's event. The first event of a task is
 * skipped, because no configuration can exist yet.
 */
export const SCHEDULE_PUSH = `
  create or replace function gw_task_event_owe_push() returns trigger language plpgsql set search_path from current as $$
  begin
    update gw_push_config c set newest_seq = latest.seq, next_at = coalesce(c.next_at, now())
    from (select task_id, max(seq) as seq from written group by task_id having min(seq) > 1) latest
    where c.task_id = latest.task_id and c.ended_at is null;
    return null;
  end $$`

/**
 * Notifies listeners, at commit, of the tasks with new events: their ids separated by spaces, at most 100 per
 * notification to stay within the size limit. The first event of a task is skipped, because no reader can wait
 * for it yet.
 */
export const ANNOUNCE_EVENTS = `
  create or replace function gw_task_event_announce() returns trigger language plpgsql set search_path from current as $$
  begin
    perform pg_notify('gw_task_event', string_agg(task_id, ' '))
    from (
      select task_id, row_number() over () / 100 as part from written group by task_id having min(seq) > 1
    ) latest
    group by part;
    return null;
  end $$`
