/**
 * Leases due deliveries; the lease of a crashed process expires. A subscription has at most _each deliveries in
 * progress, and only one after _breaker failures in a row. Of an order, only the first pending event is leased,
 * unless it has been tried for a day. A client gets at most _share deliveries, including those in _busy.
 * Subscriptions are locked before deliveries are read, so that two workers never count the same subscription at
 * once. Subscriptions of other formats than _profiles wait.
 */
export const LEASE = `
  create or replace function gw_webhook_lease(
    _limit integer, _each integer, _breaker integer, _share integer, _busy text[], _seconds integer,
    _profiles text[]
  ) returns table (delivery_id text, delivery_attempt integer) language plpgsql set search_path from current as $$
  declare
    _addresses text[];
  begin
    with recursive waiting as (
      (select d.subscription_id as id from gw_webhook_delivery d
        where d.state = 'pending' order by d.subscription_id limit 1)
      union all
      select (select d.subscription_id from gw_webhook_delivery d
               where d.state = 'pending' and d.subscription_id > w.id order by d.subscription_id limit 1)
        from waiting w where w.id is not null
    ), locked as (
      select s.id from gw_webhook_subscription s
       where s.id in (select w.id from waiting w)
         and s.status = 'active' and s.profile = any (_profiles) and (s.probe_at is null or s.probe_at <= now())
         for update of s skip locked
    )
    select array_agg(id) into _addresses from locked;
    return query
    with room as (
      select s.id, s.client_id, case when s.failures >= _breaker then 1 else _each end - (
               select count(*) from gw_webhook_delivery l
                where l.subscription_id = s.id and l.leased_until > now()) as places
        from gw_webhook_subscription s where s.id = any (_addresses)
    ), due as (
      select d.id, d.next_at, row_number() over (partition by r.client_id order by d.next_at) as client_rank,
             (select count(*) from unnest(_busy) busy where busy = r.client_id) as busy
        from room r cross join lateral (
          select h.id, h.next_at from gw_webhook_delivery h
           where h.subscription_id = r.id and h.state = 'pending' and h.next_at <= now()
             and (h.leased_until is null or h.leased_until <= now())
             and not exists (
               select from gw_webhook_delivery e
                where e.subscription_id = h.subscription_id and e.aggregate = h.aggregate and e.sequence < h.sequence
                  and e.state = 'pending' and e.created_at > now() - interval '24 hours')
           order by h.next_at limit greatest(r.places, 0)) d
    )
    update gw_webhook_delivery t set leased_until = now() + make_interval(secs => _seconds), attempt = attempt + 1
     where t.id in (select due.id from due where due.client_rank <= _share - due.busy order by due.next_at limit _limit)
    returning t.id, t.attempt;
  end $$`
