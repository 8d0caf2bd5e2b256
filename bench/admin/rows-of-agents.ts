import { AT, CLIENT } from "./numbering"

const CLIENTS = "generate_series(1, greatest($1::integer / 200, 200)) n"

/** Agents with their consents, tokens and calls, the customers who consented, and the audit entries for all of that. */
export const AGENTS = {
  gw_oauth_client: `
    insert into gw_oauth_client
      (id, client_type, flavor, name, auth_method, application_type, redirect_uris, scopes, status, created_ip, created_at)
    select 'bench_agent_' || n, flavor || '_agent', flavor, 'Agent of company ' || n, 'none', 'web', '{}', '{}',
           case when n % 8 = 3 then 'pending' when n % 8 = 4 then 'revoked' else 'approved' end, '127.0.0.1',
           now() - n * interval '1 hour'
    from ${CLIENTS}, lateral (select case when n % 3 = 0 then 'ucp' else 'a2a' end) f (flavor)`,
  customer: `
    insert into customer (id, email, first_name, last_name, has_account)
    select 'cus_bench_' || n, 'shopper' || n || '@buyers.example', 'Ana', 'Pop ' || n, true
    from generate_series(1, greatest($1::integer / 100, 100)) n`,
  // Ten consents for each client, and for the busy one as many as for all others together.
  gw_oauth_grant: `
    insert into gw_oauth_grant (id, client_id, actor_type, actor_id, scopes, resource, created_at)
    select 'grant_bench_' || n, 'bench_agent_' || case when n % 2 = 0 then 1 else 1 + n / 20 end, 'customer',
           'cus_bench_' || 1 + n % greatest($1::integer / 100, 100), '{a2a:payments:create}', 'http://localhost/',
           now() - n * interval '1 minute'
    from generate_series(1, greatest($1::integer / 200, 200) * 20 - 1) n`,
  gw_oauth_token: `
    insert into gw_oauth_token (hash, kind, grant_id, scopes, created_at, expires_at)
    select 'bench_' || n, 'refresh', 'grant_bench_' || n, '{a2a:payments:create}', now(), now() + interval '90 days'
    from generate_series(1, greatest($1::integer / 200, 200) * 20 - 1) n`,
  gw_usage: `
    insert into gw_usage (client_id, minute_at, minute, hour_at, hour, day_at, day)
    select 'bench_agent_' || n, now(), n % 60, now(), n % 600, now(), n % 6000 from ${CLIENTS}`,
  gw_audit: `
    insert into gw_audit (at, last_at, type, client_id, actor_type, actor_id, detail, count)
    select ${AT}, ${AT}, type, ${CLIENT}, case when type = 'consent_given' then 'customer' end,
           case when type = 'consent_given' then 'cus_bench_' || 1 + n % 100 end,
           case when type = 'call_refused' then '{"reason": "rate_limited"}' else '{"scopes": []}' end::jsonb, 1
    from generate_series(1, $1::integer) n, lateral (
      select (array['consent_given', 'call_refused', 'token_revoked', 'approval_requested'])[n % 20 - 15]) t (rare),
      lateral (select coalesce(rare, 'token_issued')) kind (type)`,
  gw_approval: `
    insert into gw_approval (id, client_id, session_id, amount, currency, description, status, decided_by, decided_at,
                             expires_at, created_at)
    select 'apr_bench_' || n, coalesce(${CLIENT}, 'bench_agent_1'), 'chs_bench_' || n, 1500, 'EUR', 'Bench', status,
           case when status in ('approved', 'refused') then 'user_bench' end,
           case when status <> 'waiting' then ${AT} end, now() + interval '1 day', ${AT}
    from generate_series(0, $1::integer / greatest($1::integer / 50000, 1) - 1) n, lateral (
      select case when n < 40 then 'waiting'
                  else (array['approved', 'refused', 'expired', 'canceled'])[1 + n % 7] end) s (decision),
      lateral (select coalesce(decision, 'approved')) t (status)`,
  gw_alert: `
    insert into gw_alert (id, kind, subject, data, raised_at, notified_at, resolved_at)
    select 'alr_bench_' || n, (array['dispute', 'payment_review', 'webhook_disabled'])[1 + n % 3], 'bench ' || n,
           jsonb_build_object('payment_id', '', 'amount', 1500, 'currency', 'EUR', 'reason', 'Bench', 'host', ''),
           ${AT}, ${AT}, ${AT}
    from generate_series(1, $1::integer, greatest($1::integer / 10000, 1)) n`,
} as const
