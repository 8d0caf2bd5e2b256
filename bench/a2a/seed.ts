import { sql } from "../../integration-tests/support/database"
import { world } from "../../integration-tests/support/world"
import { digest, newSecret } from "../../src/domain/secrets"

const SCOPES = "{a2a:payments:read,a2a:payments:create}"

const CLIENTS = `
  with client as (
    insert into gw_oauth_client
      (id, client_type, flavor, name, auth_method, application_type, redirect_uris, scopes, limits, created_ip)
    select 'a2a_bench_' || n, 'a2a_agent', 'a2a', 'Bench', 'none', 'web', '{}', $2,
           '{"minute": null, "hour": null, "day": null}', '127.0.0.1'
    from generate_series(0, cardinality($1::text[]) - 1) n
  ), consent as (
    insert into gw_oauth_grant (id, client_id, actor_type, actor_id, scopes, resource)
    select 'grant_bench_' || n, 'a2a_bench_' || n, 'user', 'user_bench', $2, $3
    from generate_series(0, cardinality($1::text[]) - 1) n
  )
  insert into gw_oauth_token (hash, kind, grant_id, scopes, expires_at)
  select hash, 'access', 'grant_bench_' || (place - 1), $2, now() + interval '1 day'
  from unnest($1::text[]) with ordinality as token (hash, place)`

/** Inserts clients `a2a_bench_0` … and enables the surface. Returns a token for each. */
export async function seedClients(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => newSecret("gwa"))
  await sql("update gw_setting set a2a_enabled = true")
  await sql(CLIENTS, [tokens.map(digest), SCOPES, `${world().base_url}/gw-a2a/v1`])
  return tokens
}

const PAYMENTS = `
  insert into gw_payment (id, merchant_reference, origin, client_id, shop_order_id, order_reference, intent, status,
                          amount, captured_amount, currency, description, card_brand, card_last4, idempotency_key,
                          provisioned_at, announced_at, next_check_at, created_at)
  select 'pay_bench_' || n, 'gwp_bench_' || n, 'order', 'a2a_bench_0', 1000000 + n, 'ref-' || n, 'sale',
         case when n % 100 = 0 then 'declined' else 'captured' end, 1500, case when n % 100 = 0 then 0 else 1500 end,
         case when n % 50 = 0 then 'RON' else 'EUR' end, 'Bench', 'visa', '1111', gen_random_uuid(), now(), now(), null,
         now() - n * interval '1 second'
  from generate_series(1, $1::integer) n`

/** Inserts payments of the first client: one in 100 is declined, and two are in RON. */
export async function seedPayments(count: number): Promise<void> {
  await sql(PAYMENTS, [count])
  await sql("vacuum analyze gw_payment")
}

const TASKS = `
  with task as (
    insert into gw_task (id, client_id, skill_id, state, artifacts, request_hash, seq)
    select 'task_bench_' || n, 'a2a_bench_' || n % $1::integer, 'create_payment', 'input-required',
           json_build_object('payment_id', 'pay_stream_' || n, 'filler', repeat('x', 500)), 'bench', 4
    from generate_series(0, $2::integer - 1) n
    returning id, artifacts
  )
  insert into gw_task_event (task_id, seq, type, state, artifacts)
  select task.id, past.seq, past.type, past.state, task.artifacts
  from task, (values (1, 'task', 'submitted'), (2, 'task.status', 'working'), (3, 'task.artifact', 'working'),
                     (4, 'task.status', 'input-required')) past (seq, type, state)`

/** Inserts tasks that wait for their customers, numbered from 0 and distributed among the clients. */
export async function seedTasks(clients: number, count: number): Promise<void> {
  await sql(TASKS, [clients, count])
  await sql("vacuum analyze gw_task_event")
}
