import { Client } from "@medusajs/framework/pg"
import { digest, newSecret } from "../../src/domain/secrets"

/** A token with permission to read tasks, and a task of its client. */
export interface Seeded {
  readonly token: string
  readonly task_id: string
}

const TASKS = 10_000

const CLIENT = `
  insert into gw_oauth_client
    (id, client_type, flavor, name, auth_method, application_type, redirect_uris, scopes, limits, created_ip)
  values ('a2a_bench', 'a2a_agent', 'a2a', 'Bench', 'none', 'web', '{}', '{a2a:payments:read}',
          '{"minute": null, "hour": null, "day": null}', '127.0.0.1')`

const GRANT = `
  insert into gw_oauth_grant (id, client_id, actor_type, actor_id, scopes, resource)
  values ('grant_bench', 'a2a_bench', 'user', 'user_bench', '{a2a:payments:read}', $1)`

const TOKEN = `
  insert into gw_oauth_token (hash, kind, grant_id, scopes, expires_at)
  values ($1, 'access', 'grant_bench', '{a2a:payments:read}', now() + interval '1 day')`

const MANY_TASKS = `
  insert into gw_task (id, client_id, skill_id, state, artifacts, request_hash, seq)
  select 'task_bench_' || n, 'a2a_bench', 'create_payment', 'completed',
         jsonb_build_object('payment_id', 'pay_bench_' || n, 'shop_order_id', n), 'bench', 3
  from generate_series(1, ${TASKS}) n`

/** Inserts the bench's data into a store's database, and enables the surface. */
export async function seed(database_url: string, base_url: string): Promise<Seeded> {
  const token = newSecret("gwa")
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    await client.query("update gw_setting set a2a_enabled = true")
    await client.query(CLIENT)
    await client.query(GRANT, [`${base_url}/gw-a2a/v1`])
    await client.query(TOKEN, [digest(token)])
    await client.query(MANY_TASKS)
    await client.query("analyze gw_task")
  } finally {
    await client.end()
  }
  return { token, task_id: `task_bench_${TASKS / 2}` }
}
