/** The funnel steps of sessions, by the day they were created. `canceled` counts only without a payment request. */
const stepsOf = (rows: string, sign: "" | "-") => `
  select (s.created_at at time zone 'utc')::date as day, s.client_id, s.quote ->> 'currency' as currency, step.name, ${sign}1 as n
    from ${rows} s cross join lateral (values
      (s.kind || 's', true),
      ('canceled', s.kind = 'checkout' and s.canceled_at is not null and s.payment_id is null)
    ) as step (name, is_reached)
   where step.is_reached`

/** Counts an expired checkout without a payment request or cancellation as abandoned, when its row is deleted. */
const ABANDONED = `
  select (s.created_at at time zone 'utc')::date as day, s.client_id, s.quote ->> 'currency' as currency, 'abandoned' as name, 1 as n
    from was s
   where s.kind = 'checkout' and s.expires_at <= now() and s.canceled_at is null and s.payment_id is null`

/** Adds to the counts in the order of their keys, so that two writers never deadlock. */
const adding = (counted: string) => `
  insert into gw_funnel as f (day, client_id, currency, step, count)
  select day, client_id, currency, name, sum(n) from (${counted}) counted
   group by day, client_id, currency, name having sum(n) <> 0
   order by day, client_id, currency, name
  on conflict (day, client_id, currency, step) do update set count = f.count + excluded.count`

/**
 * Counts carts and checkouts in the transaction that writes them. If the currency changes, the count moves with
 * it.
 */
export const COUNT_SESSIONS = `
  create or replace function gw_funnel_count_sessions() returns trigger language plpgsql set search_path from current as $$
  begin
    if tg_op = 'INSERT' then
      ${adding(stepsOf("became", ""))};
    elsif tg_op = 'UPDATE' then
      ${adding(`${stepsOf("became", "")} union all ${stepsOf("was", "-")}`)};
    else
      ${adding(ABANDONED)};
    end if;
    return null;
  end $$`

/** PostgreSQL allows a transition table only in a trigger for a single event. */
export const SESSION_TRIGGERS = [
  "gw_funnel_begun after insert on gw_session referencing new table as became",
  "gw_funnel_changed after update on gw_session referencing old table as was new table as became",
  "gw_funnel_forgotten after delete on gw_session referencing old table as was",
]
