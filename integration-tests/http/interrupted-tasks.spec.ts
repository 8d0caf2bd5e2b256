import { beforeAll, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { switchSurfaces } from "../support/oauth-client"
import { lockChangedRow } from "../support/row-lock"
import { lockTable } from "../support/table-lock"

beforeAll(() => switchSurfaces({ a2a_enabled: true }))

it("a task that was ended while its server was paused gets no payment when the server continues [BANK-52]", async () => {
  const agent = await Agent.withScopes("a2a:payments:create", "a2a:payments:read")
  const rules = JSON.stringify({ only_these_currencies: false, rules: [] })
  await sql("update gw_oauth_client set spending = $2 where id = $1", [agent.client_id, rules])
  const paused = await lockChangedRow("update gw_oauth_client set spending = spending where id = $1", [
    agent.client_id,
  ])
  const creation = agent.createPayment()
  await paused.stopped()
  const [task] = await sql<{ id: string; waits_for: string }>(
    `update gw_task set created_at = created_at - interval '5 minutes' where client_id = $1 returning id, waits_for`,
    [agent.client_id]
  )
  await runJob("end-interrupted")
  expect((await agent.getTask(String(task?.id))).state).toBe("failed")
  await paused.commit()
  const { state, artifacts } = await creation
  expect([state, artifacts.error?.code]).toEqual(["failed", "interrupted"])
  expect(await sql("select 1 from gw_payment where id = $1", [task?.waits_for])).toEqual([])
})

it("a payment that was ended while its server was paused is not opened when the server continues, and leaves no order [BANK-52]", async () => {
  const agent = await Agent.withScopes("a2a:payments:create", "a2a:payments:read")
  const lines = await lockTable("order_line_item")
  const creation = agent.createPayment()
  await lines.stopped()
  const [payment] = await sql<{ id: string }>(
    "update gw_payment set created_at = created_at - interval '5 minutes' where client_id = $1 returning id",
    [agent.client_id]
  )
  await runJob("end-interrupted").finally(lines.release)
  const { state, artifacts } = await creation
  expect([state, artifacts.error?.code]).toEqual(["failed", "interrupted"])
  const open = `select 1 from "order"
    where metadata ->> 'gw_payment_id' = $1 and deleted_at is null and canceled_at is null`
  expect(await sql(open, [payment?.id])).toEqual([])
  const called = "select 1 from gw_payment where id = $1 and bank_called_at is not null"
  expect(await sql(called, [payment?.id])).toEqual([])
})
