/**
 * Counts a call in its client's minute, hour and day, and returns the usage with this call in it. If one of the windows
 * has reached its limit, counts nothing, and the returned usage has `counted` false. It is one conditional upsert, so
 * that concurrent calls on several servers are counted correctly. The commit does not wait for the disk, because losing
 * it would lose only a count.
 */
export const COUNT_CALL = `
  create or replace function gw_count_call(p_client_id text, p_limits jsonb) returns jsonb language plpgsql set search_path from current as $$
  declare
    m constant timestamptz := date_trunc('minute', now(), 'UTC');
    h constant timestamptz := date_trunc('hour', now(), 'UTC');
    d constant timestamptz := date_trunc('day', now(), 'UTC');
    usage jsonb;
  begin
    perform set_config('synchronous_commit', 'off', true);
    insert into gw_usage as u (client_id, minute_at, minute, hour_at, hour, day_at, day)
    values (p_client_id, m, 1, h, 1, d, 1)
    on conflict (client_id) do update set
      minute_at = greatest(u.minute_at, m), minute = case when u.minute_at >= m then u.minute + 1 else 1 end,
      hour_at = greatest(u.hour_at, h), hour = case when u.hour_at >= h then u.hour + 1 else 1 end,
      day_at = greatest(u.day_at, d), day = case when u.day_at >= d then u.day + 1 else 1 end
    where (u.minute_at < m or u.minute < coalesce((p_limits ->> 'minute')::integer, 2147483647))
      and (u.hour_at < h or u.hour < coalesce((p_limits ->> 'hour')::integer, 2147483647))
      and (u.day_at < d or u.day < coalesce((p_limits ->> 'day')::integer, 2147483647))
    returning jsonb_build_object(
      'counted', true, 'minute', u.minute, 'hour', u.hour, 'day', u.day, 'at', extract(epoch from now())) into usage;
    if found then return usage; end if;
    return (
      select jsonb_build_object(
        'counted', false,
        'minute', case when u.minute_at >= m then u.minute else 0 end,
        'hour', case when u.hour_at >= h then u.hour else 0 end,
        'day', case when u.day_at >= d then u.day else 0 end,
        'at', extract(epoch from now()))
      from gw_usage u where u.client_id = p_client_id
    );
  end $$`
