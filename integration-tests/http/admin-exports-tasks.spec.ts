import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { allow, waitingOf } from "../support/approvals"
import { sql } from "../support/database"
import { download, linesIn, linesOf, ROOT, UTC } from "../support/exported-lists"
import { adminFetch, adminGet } from "../support/merchant"
import { orderOf, paid, payingAgent } from "../support/payments"
import { CARDS } from "../support/shopper"

describe("exported tasks", () => {
  let worker: Agent
  beforeAll(async () => {
    await payingAgent()
    worker = await Agent.withScopes(...["read", "create", "refund"].map((of) => `a2a:payments:${of}`))
  })

  it("have the skill, the amount in major units with its currency, the order and when they finished, but no customer's page [ADM-57]", async () => {
    const bought = await paid(worker, { amount: 123_456 })
    const { payment_id } = bought.artifacts
    const refund = await worker.send("refund_payment", { payment_id, amount: 456 })
    await worker.settled(refund.body.result.task_id)
    const open = await worker.createPayment()
    const { id: order_id, display_id } = await orderOf(bought)
    const text = await (await download("tasks", { client_id: worker.client_id })).text()
    const lines = linesIn(text)
    const same = { agent_id: worker.client_id, currency: "EUR", failure_code: "" }
    const order = { payment_id, order_id, order_number: String(display_id) }
    expect(lines).toMatchObject([
      { ...same, task_id: open.task_id, state: "input-required", amount: "15.00", finished_at: "" },
      { ...same, ...order, skill: "refund_payment", state: "completed", amount: "4.56" },
      { ...same, ...order, task_id: bought.task_id, skill: "create_payment", amount: "1234.56" },
    ])
    for (const { agent: name, created_at, finished_at } of lines.slice(1)) {
      expect(name).not.toBe("")
      expect(String(finished_at)).toMatch(UTC)
      expect(String(created_at) < String(finished_at)).toBe(true)
    }
    expect(open.artifacts.sca_redirect_url).toMatch(/^http/)
    expect(text).not.toContain(open.artifacts.sca_redirect_url)
  })

  it("have the amount of a payment that waits for approval, and the code of a failure [ADM-57]", async () => {
    const other = await payingAgent()
    const declined = await paid(other, {}, CARDS.do_not_honor)
    await allow(other.client_id, { approval_above: 1000 })
    await other.createPayment({ amount: 200_000 })
    await waitingOf(other.client_id)
    const lines = await linesOf("tasks", { client_id: other.client_id })
    expect(lines).toMatchObject([
      { state: "input-required", amount: "2000.00", currency: "EUR", order_id: "", failure_code: "" },
      { state: "failed", amount: "100.00", failure_code: declined.artifacts.error?.code },
    ])
  })

  it("have no amount if they are about no money [ADM-57]", async () => {
    const other = await payingAgent()
    await other.send("list_payments", {})
    const [line] = await linesOf("tasks", { client_id: other.client_id })
    expect(line).toMatchObject({ skill: "list_payments", state: "completed", amount: "", currency: "" })
  })

  it("are those that the list shows with the same filters [ADM-57]", async () => {
    const shown = async (more: Record<string, string>) => {
      const query = { client_id: worker.client_id, ...more }
      const { tasks } = await adminGet<{ tasks: { task_id: string }[] }>(
        `${ROOT}/tasks?${new URLSearchParams(query)}`
      )
      const exported = await linesOf("tasks", query)
      expect(exported.map(({ task_id }) => task_id)).toEqual(tasks.map(({ task_id }) => task_id))
      return exported.length
    }
    expect(await shown({})).toBe(3)
    expect(await shown({ skill: "refund_payment" })).toBe(1)
    expect(await shown({ state: "completed" })).toBe(2)
    expect(await shown({ state: "failed" })).toBe(0)
  })

  it("are all there, without repeats, when there are more than fit on a page [ADM-57]", async () => {
    const other = await payingAgent()
    await sql("update gw_oauth_client set name = '=1+1' where id = $1", [other.client_id])
    await sql(
      `insert into gw_task (id, client_id, skill_id, state, request_hash, created_at)
       select 'task_' || md5($1 || n), $1, 'list_payments', 'completed', 'x', '2026-03-05T10:00:00Z'::timestamptz + (n / 700) * interval '1 second'
         from generate_series(1, 1201) n`,
      [other.client_id]
    )
    const lines = await linesOf("tasks", { client_id: other.client_id })
    expect(new Set(lines.map(({ task_id }) => task_id)).size).toBe(1201)
    expect(lines).toHaveLength(1201)
    expect(lines[0]).toMatchObject({ agent: "'=1+1" })
    await sql("delete from gw_task where client_id = $1", [other.client_id])
  })

  it.each(["state=x", "skill=", "order=created_at"])("are refused with 400 for ?%s", async (query) => {
    expect((await adminFetch(`${ROOT}/tasks/export?${query}`)).status).toBe(400)
  })
})
