/** Counts a payment in the funnel when its row is deleted because its order could not be placed. */
export const COUNT_UNPLACED = `
  create or replace function gw_funnel_count_unplaced() returns trigger language plpgsql set search_path from current as $$
  begin
    insert into gw_funnel as f (day, client_id, currency, step, count)
    values ((old.created_at at time zone 'utc')::date, old.client_id, old.currency, 'not_placed', 1)
    on conflict (day, client_id, currency, step) do update set count = f.count + 1;
    return null;
  end $$`
