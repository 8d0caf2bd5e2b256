import { FLAVORS, type Scope } from "../../../../domain/scopes"

const MANAGE_ORDERS: Scope = "dev.ucp.shopping.order:manage"
const REFUND_ORDERS: Scope = "dev.ucp.shopping.order:refund"

/**
 * Reads everything the gates need for any number of calls: the switches, and for each token its consent, client
 * and rules. Counts a call here if only the rate limit can still reject it; `usage` is null if the caller
 * must first check IP address and access schedule. Counts in the order of client ids, so that two batches never
 * deadlock. A token that is bound to a key is live only with a proof of that key. The scope to manage orders includes
 * the scope to refund them if the merchant chose so. While the merchant has stopped all agents, every surface is off,
 * regardless of its switch. It is a function because planning the joins each time costs more than running them.
 */
export const ADMIT = `
  create or replace function gw_admit(p_requests jsonb) returns table (
    index integer, ${FLAVORS.map((surface) => `${surface}_enabled boolean`).join(", ")}, at timestamptz,
    allows_anonymous boolean, client_id text, client_name text, client_status text, flavor text, live boolean,
    dpop_fault text, scopes text[], grant_id text, actor_type text, actor_id text, whole_store boolean,
    ip_allow text[], hours jsonb, limits jsonb, usage jsonb
  ) language plpgsql set search_path from current as $$
  declare
    setting gw_setting;
    request record;
  begin
    select * into strict setting from gw_setting;
    at := now();
    ${FLAVORS.map((surface) => `${surface}_enabled := setting.${surface}_enabled and not setting.agents_stopped;`).join(" ")}
    for request in
      select q.index, q.surface, q.scope, q.count,
             coalesce(c.id, s.flavor || '_sandbox') as client_id, coalesce(c.name, 'Sandbox') as client_name,
             coalesce(c.status, 'approved') as status, coalesce(c.flavor, s.flavor) as flavor,
             coalesce(t.scopes, q.sandbox_scopes) as scopes, coalesce(g.id, s.flavor || '_sandbox') as grant_id,
             coalesce(g.actor_type, 'user') as actor_type, coalesce(g.actor_id, s.updated_by) as actor_id,
             coalesce(c.whole_store, false) as whole_store, c.ip_allow, c.hours, c.limits,
             d.fault as dpop_fault, d.fault is null and (s.flavor is not null or (
               c.status = 'approved' and g.resource = q.resource
               and t.expires_at > now() and t.revoked_at is null and g.revoked_at is null)) as live
      from jsonb_to_recordset(p_requests) as q (
        index integer, surface text, token text, is_dpop boolean, jkt text, resource text, scope text,
        sandbox_scopes text[], count boolean)
      left join gw_oauth_token t on t.hash = q.token and t.kind = 'access'
      left join gw_oauth_grant g on g.id = t.grant_id
      left join gw_oauth_client c on c.id = g.client_id
      left join gw_oauth_sandbox s on s.hash = q.token and s.flavor = q.surface
        and q.sandbox_scopes is not null and setting.sandbox_enabled
      cross join lateral (select case
        when t.hash is null and s.flavor is null then null
        when t.jkt is null and c.dpop_bound_access_tokens then 'required'
        when t.jkt is null and q.is_dpop then 'unbound'
        when t.jkt is not null and not q.is_dpop then 'bound'
        when t.jkt is distinct from q.jkt then 'other_key'
      end as fault) d
      order by client_id
    loop
      index := request.index;
      live := coalesce(request.live, false);
      allows_anonymous := request.surface = 'ucp' and setting.ucp_anonymous_enabled;
      client_id := request.client_id;
      flavor := request.flavor;
      dpop_fault := request.dpop_fault;
      client_status := request.status;
      client_name := request.client_name;
      scopes := request.scopes;
      if '${MANAGE_ORDERS}' = any (scopes) and (setting.refunds -> 'manage_scope')::boolean then
        scopes := scopes || '${REFUND_ORDERS}'::text;
      end if;
      grant_id := request.grant_id;
      actor_type := request.actor_type;
      actor_id := request.actor_id;
      whole_store := request.whole_store;
      ip_allow := coalesce(request.ip_allow, case request.surface when 'a2a' then setting.a2a_ip_allow end);
      hours := coalesce(request.hours, case request.surface when 'a2a' then setting.a2a_hours end);
      limits := case when allows_anonymous and client_id is null then setting.ucp_anonymous_limits
                  when request.surface = 'a2a' then setting.a2a_limits else setting.ucp_limits end
                || coalesce(request.limits, '{}');
      usage := null;
      if live and request.count and (request.scope is null or request.scope = any (scopes))
         and coalesce(cardinality(ip_allow), 0) = 0 and hours is null
         and (case request.surface ${FLAVORS.map((surface) => `when '${surface}' then ${surface}_enabled`).join(" ")} end) then
        usage := gw_count_call(client_id, limits);
      end if;
      return next;
    end loop;
  end $$`
