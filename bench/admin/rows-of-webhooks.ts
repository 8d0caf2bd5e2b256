import { AT, CLIENT } from "./numbering"

const ROWS = "generate_series(1, $1::integer) n"

/** Half of all deliveries belong to the busy agent's webhook, and the rest to those of the other agents. */
const ADDRESS = "'wh_bench_' || substr(coalesce(CLIENT, 'bench_agent_2'), 13)".replace("CLIENT", CLIENT)

/** Webhooks of agents with their deliveries. The newest twentieth are pending and due tomorrow. */
export const WEBHOOKS = {
  gw_webhook_subscription: `
    insert into gw_webhook_subscription (id, client_id, profile, url, secret, status, disabled_reason, created_at)
    select 'wh_bench_' || n, 'bench_agent_' || n, 'standard', 'https://agent' || n || '.example/hooks', 'x',
           case when n % 8 = 3 then 'disabled' else 'active' end, case when n % 8 = 3 then 'merchant' end,
           now() - n * interval '1 hour'
    from generate_series(1, greatest($1::integer / 200, 200)) n`,
  gw_webhook_event: `
    insert into gw_webhook_event (id, type, aggregate, sequence, client_id, order_id, session_id, occurred_at, data, body, created_at)
    select md5(n::text)::uuid, 'order.updated', 'order_bench_' || n, 1, coalesce(${CLIENT}, 'bench_agent_2'), 'order_bench_' || n,
           'chs_bench_' || n, ${AT}, '{}', repeat('x', 300), ${AT}
    from ${ROWS}`,
  gw_webhook_delivery: `
    insert into gw_webhook_delivery (id, event_id, subscription_id, aggregate, sequence, state, attempt, next_at, last_status,
                                     created_at, ended_at)
    select 'whd_bench_' || n, md5(n::text)::uuid, ${ADDRESS}, 'order_bench_' || n, 1, state, 1, now() + interval '1 day',
           case state when 'dead' then 500 else 200 end, ${AT}, case when state <> 'pending' then ${AT} end
    from ${ROWS}, lateral (
      select case when n <= $1::integer / 20 then 'pending' when n % 20 = 4 then 'dead' else 'delivered' end) s (state)`,
  gw_webhook_attempt: `
    insert into gw_webhook_attempt (delivery_id, attempt, at, duration_ms, status, response)
    select 'whd_bench_' || n, 1, ${AT}, 40, 200, 'OK' from ${ROWS} where n % 10 = 4`,
} as const
