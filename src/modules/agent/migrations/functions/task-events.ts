/**
 * Whoever wants to be told of a task has something to be told, from the transaction on that writes it. Nobody can want to
 * be told of a task that is only just made.
 */
export const OWE_PUSH = `
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
export const ANNOUNCE_EVENTS = `
  create or replace function gw_task_event_announce() returns trigger language plpgsql as $$
  begin
    perform pg_notify('gw_task_event', string_agg(task_id, ' '))
    from (
      select task_id, row_number() over () / 100 as part from written group by task_id having min(seq) > 1
    ) news
    group by part;
    return null;
  end $$`
