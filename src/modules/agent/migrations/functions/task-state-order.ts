/** The database rejects a transition that goes back, skips `working`, or leaves a terminal state. */
export const STATE_ORDER = `
  create or replace function gw_task_state_order() returns trigger language plpgsql set search_path from current as $$
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
