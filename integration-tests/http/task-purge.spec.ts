import { beforeAll, expect, it } from "vitest"
import type { Agent } from "../support/agent"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { messageOf, OfficialCaller, WIRES } from "../support/official"
import { paid, payingAgent } from "../support/payments"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})

const age = (days: number, ...ids: string[]) =>
  sql("update gw_task set updated_at = now() - make_interval(days => $1) where id = any($2)", [days, ids])
const read = async () => (await agent.send("list_payments", { limit: 1 })).body.result.task_id
const known = async (task_id: string) =>
  (await agent.call("tasks/get", { task_id })).body.result !== undefined
const eventsOf = (task_id: string) => sql("select 1 from gw_task_event where task_id = $1", [task_id])

const ADDRESS = `
  insert into gw_push_config (task_id, id, url, version, grant_id, scopes, seq, newest_seq)
  select id, 'one', 'https://agent.example/', '1.0', 'none', '{}', 0, seq from gw_task where id = $1`

it("tasks that only read are deleted after seven days, with their events and push configurations, and not before [TASK-12]", async () => {
  const [old, young] = [await read(), await read()]
  await sql(ADDRESS, [old])
  expect(await eventsOf(old)).toHaveLength(4)
  await age(8, old)
  await age(6, young)
  await runJob("purge-tasks")
  expect([await known(old), await known(young)]).toEqual([false, true])
  expect(await eventsOf(old)).toEqual([])
  expect(await sql("select 1 from gw_push_config where task_id = $1", [old])).toEqual([])
})

it("tasks about payments and open tasks are kept [TASK-12]", async () => {
  const { task_id: settled } = await paid(agent)
  const { task_id: open } = await agent.createPayment()
  const { id: question } = await new OfficialCaller(agent, "1.0").send(
    messageOf("1.0", WIRES["1.0"].text("What can you do?"))
  )
  await age(400, settled, open, question)
  await runJob("purge-tasks")
  expect([await known(settled), await known(open), await known(question)]).toEqual([true, true, true])
})

it("more tasks than one batch are all deleted, and their idempotency keys with them [TASK-12]", async () => {
  await sql(
    `insert into gw_task (id, client_id, state, request_hash, idempotency_key, updated_at)
     select 'task_old_' || n, $1, 'canceled', 'other', 'key-' || n, now() - interval '8 days'
     from generate_series(1, 2500) n`,
    [agent.client_id]
  )
  const create = () => agent.send("create_payment", { amount: 1500, currency: "EUR" }, "key-7")
  expect((await create()).body.error.data.code).toBe("idempotency_conflict")
  await runJob("purge-tasks")
  expect(await sql("select 1 from gw_task where id like 'task_old_%'")).toEqual([])
  expect((await create()).body.result.state).toBe("input-required")
})
