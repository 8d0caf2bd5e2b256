import { expect, it } from "vitest"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { payingAgent } from "../support/payments"

const ADDRESS = `
  insert into gw_push_config (task_id, id, url, version, grant_id, scopes, seq, newest_seq, ended_at)
  select id, $2, 'https://agent.example/', '1.0', 'none', '{}', seq - $3, seq, now() - make_interval(hours => $4)
  from gw_task where id = $1`

it("push configurations are deleted a day after they end, or after their task ends when everything was delivered [A2A-58]", async () => {
  const agent = await payingAgent()
  const [{ task_id: open }, { task_id: past }, { task_id: recent }] = await Promise.all([
    agent.createPayment(),
    agent.createPayment(),
    agent.createPayment(),
  ])
  for (const task_id of [past, recent]) await agent.call("tasks/cancel", { task_id })
  await sql("update gw_task set updated_at = now() - interval '25 hours' where id = $1", [past])
  const hours = { never: null, today: 23, before: 25 }
  for (const task_id of [open, past, recent])
    for (const [name, ended] of Object.entries(hours))
      for (const behind of [0, 1]) await sql(ADDRESS, [task_id, `${name} ${behind}`, behind, ended])
  await runJob("sweep")
  const left = async (task_id: string) =>
    (await sql<{ id: string }>("select id from gw_push_config where task_id = $1", [task_id])).map(
      ({ id }) => id
    )
  const young = ["never 0", "never 1", "today 0", "today 1"]
  expect((await left(open)).sort()).toEqual(young)
  expect((await left(recent)).sort()).toEqual(young)
  expect((await left(past)).sort()).toEqual(["never 1", "today 1"])
})
