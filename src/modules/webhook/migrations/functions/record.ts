/**
 * Stores an event, once per dedupe_key, and a pending delivery for each subscription that wants it. Returns its
 * id, or null if no subscription wants it or it already exists. The sequence row stays locked until the
 * transaction ends, so that the events of an order are numbered in the order in which they become visible.
 */
export const RECORD = `
  create or replace function gw_webhook_record(
    _type text, _aggregate text, _client_id text, _session_id text, _order_id text,
    _occurred_at timestamptz, _dedupe_key text, _data jsonb, _only text default null
  ) returns uuid language plpgsql set search_path from current as $$
  declare
    _targets text[];
    _sequence integer;
    _id uuid;
  begin
    select array_agg(s.id) into _targets from gw_webhook_subscription s
     where s.status = 'active' and case
       when _only is not null then s.id = _only
       when s.profile <> 'ucp_order' then
         s.client_id = _client_id and s.created_at <= _occurred_at and (s.events is null or _type = any (s.events))
       else _order_id is not null and _type like 'order.%'
         and s.id = (select subscription_id from gw_webhook_platform where session_id = _session_id)
       end
       and (s.client_id = _client_id or s.id = _only);
    if _targets is null then return null; end if;
    insert into gw_webhook_sequence (aggregate) values (_aggregate) on conflict do nothing;
    select last + 1 into _sequence from gw_webhook_sequence where aggregate = _aggregate for update;
    if exists (select from gw_webhook_event where dedupe_key = _dedupe_key) then return null; end if;
    update gw_webhook_sequence set last = _sequence where aggregate = _aggregate;
    insert into gw_webhook_event (type, aggregate, sequence, client_id, session_id, order_id, occurred_at, dedupe_key, data)
    values (_type, _aggregate, _sequence, _client_id, _session_id, _order_id, _occurred_at, _dedupe_key, _data)
    returning id into _id;
    insert into gw_webhook_delivery (id, event_id, subscription_id, aggregate, sequence)
    select 'whd_' || replace(gen_random_uuid()::text, '-', ''), _id, target, _aggregate, _sequence
      from unnest(_targets) target;
    return _id;
  end $$`
