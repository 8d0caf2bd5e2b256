/**
 * Disables a subscription and ends its pending deliveries. The first reason stays. If a staff member disables
 * it, the audit log names them; later automatic changes do not.
 */
export const DISABLE = `
  create or replace function gw_webhook_disable(_id text, _reason text, _by text default null)
  returns void language plpgsql set search_path from current as $$
  begin
    update gw_webhook_subscription
       set status = 'disabled', disabled_reason = _reason, disabled_at = now(), updated_by = _by
     where id = _id and status = 'active';
    if not found then return; end if;
    update gw_webhook_subscription set updated_by = null where id = _id and updated_by is not null;
    update gw_webhook_delivery
       set state = 'dead', ended_at = now(), leased_until = null, last_error = coalesce(last_error, 'not tried')
     where subscription_id = _id and state = 'pending';
  end $$`

/** How many attempts of a delivery are stored with their request and response. */
const MAX_STORED_ATTEMPTS = 10

/**
 * Stores the results of attempts, given as a JSON array of {id, attempt, ok, status, error, pause_seconds,
 * gone, at, duration_ms, headers, response}, stores the newest attempts for the merchant, and updates the
 * subscriptions. Ignores the results of deliveries that were leased again meanwhile. Subscriptions are locked
 * first, in the order of their ids like in leases, to avoid deadlocks. When a subscription accepts messages
 * again, its waiting deliveries become due.
 */
export const SETTLE = `
  create or replace function gw_webhook_settle(_results jsonb, _breaker integer) returns void language plpgsql set search_path from current as $$
  declare
    _ended record;
    _recovered text[];
  begin
    perform from gw_webhook_subscription s
      where s.id in (
        select d.subscription_id from gw_webhook_delivery d
          join jsonb_to_recordset(_results) as r (id text) on r.id = d.id)
      order by s.id for update;
    select array_agg(distinct s.id) into _recovered
      from jsonb_to_recordset(_results) as r (id text, ok boolean)
      join gw_webhook_delivery d on d.id = r.id
      join gw_webhook_subscription s on s.id = d.subscription_id
     where r.ok and s.failures >= _breaker;
    update gw_webhook_delivery set next_at = now()
     where subscription_id = any (_recovered) and state = 'pending' and leased_until is null and next_at > now();
    for _ended in
      with result as (
        select * from jsonb_to_recordset(_results)
          as r (id text, attempt integer, ok boolean, status integer, error text, pause_seconds float8, gone boolean, at timestamptz, duration_ms integer, headers jsonb, response text)
      ), attempted as (
        update gw_webhook_delivery d
           set state = case when r.ok then 'delivered' when r.pause_seconds is null then 'dead' else 'pending' end,
               failures = d.failures + case when r.ok then 0 else 1 end,
               next_at = now() + make_interval(secs => coalesce(r.pause_seconds, 0)),
               ended_at = case when r.ok or r.pause_seconds is null then now() end,
               leased_until = null, last_status = r.status, last_error = r.error
          from result r
         where d.id = r.id and d.attempt = r.attempt and d.state = 'pending'
        returning d.subscription_id, r.ok, r.status, r.gone, d.id, d.attempt, r.at, r.duration_ms, r.headers, r.response, r.error
      ), stored_attempts as (
        insert into gw_webhook_attempt (delivery_id, attempt, at, duration_ms, headers, status, response, error)
        select t.id, t.attempt, t.at, t.duration_ms, t.headers, t.status, t.response, t.error from attempted t
      ), deleted_attempts as (
        delete from gw_webhook_attempt a using attempted t
         where t.attempt > ${MAX_STORED_ATTEMPTS} and a.delivery_id = t.id and a.attempt <= t.attempt - ${MAX_STORED_ATTEMPTS}
      ), address as (
        select subscription_id, bool_or(ok) as ok, bool_or(gone) as gone,
               count(*) filter (where not ok)::integer as failed, max(status) filter (where not ok) as status
          from attempted group by subscription_id
      )
      update gw_webhook_subscription s
         set failures = case when a.ok then 0 else s.failures + a.failed end,
             failing_since = case when not a.ok then coalesce(s.failing_since, now()) end,
             probe_at = case when not a.ok and s.failures + a.failed >= _breaker
               then now() + least(power(2, least(s.failures + a.failed - _breaker, 10)), 300) * interval '1 second' end,
             last_success_at = case when a.ok then now() else s.last_success_at end,
             last_failure_at = case when a.failed > 0 then now() else s.last_failure_at end,
             last_failure_status = case when a.failed > 0 then a.status else s.last_failure_status end
        from address a
       where s.id = a.subscription_id
         and (a.failed > 0 or s.failures > 0 or coalesce(s.last_success_at < now() - interval '5 seconds', true))
      returning s.id, a.gone, s.failures >= 10 and s.failing_since < now() - interval '5 days' as is_failing
    loop
      if _ended.gone then perform gw_webhook_disable(_ended.id, 'gone');
      elsif _ended.is_failing then perform gw_webhook_disable(_ended.id, 'failing');
      end if;
    end loop;
  end $$`
