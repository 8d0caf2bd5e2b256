import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { adminFetch, adminGet } from "../support/merchant"
import { paid, payingAgent } from "../support/payments"
import { world } from "../support/world"

interface StaffTask {
  task_id: string
  client_id: string
  client_name: string | null
  skill_id: string | null
  state: string
  payment_id: string | null
}
interface StaffTrace extends StaffTask {
  payment_ids: string[]
  input: Record<string, unknown> | null
  artifacts: Record<string, unknown>
  states: { state: string; at: string }[]
}
interface Tasks {
  tasks: StaffTask[]
  next_cursor: string | null
  limit: number
}

const PATH = "/admin/agentic-commerce/tasks"
const list = (query: Record<string, string> = {}) => adminGet<Tasks>(`${PATH}?${new URLSearchParams(query)}`)
const read = async (id: string) => (await adminGet<{ task: StaffTrace }>(`${PATH}/${id}`)).task

let agent: Agent
beforeAll(async () => {
  await payingAgent()
  agent = await Agent.withScopes(
    ...["read", "create", "capture", "refund"].map((scope) => `a2a:payments:${scope}`)
  )
})

describe("the tasks in the admin API", () => {
  it("require a staff login", async () => {
    for (const path of [PATH, `${PATH}/task_1`])
      expect((await fetch(`${world().base_url}${path}`)).status).toBe(401)
  })

  it("are paged, newest first, without gap or repeat while tasks are added [ADM-11]", async () => {
    const made: string[] = []
    for (const amount of [101, 102, 103]) made.unshift((await agent.createPayment({ amount })).task_id)
    const mine = { client_id: agent.client_id }
    const one = await list({ ...mine, limit: "2" })
    await agent.createPayment()
    const two = await list({ ...mine, limit: "1", cursor: String(one.next_cursor) })
    expect([...one.tasks, ...two.tasks].map(({ task_id }) => task_id)).toEqual(made)
    expect(one.tasks[0]).toMatchObject({
      client_name: expect.any(String) as string,
      skill_id: "create_payment",
      state: "input-required",
      payment_id: expect.stringMatching(/^pay_/) as string,
    })
  })

  it("are filtered by state, skill and client", async () => {
    const { task_id, artifacts } = await paid(agent)
    await agent.send("query_payment_status", { payment_id: artifacts.payment_id })
    const mine = { client_id: agent.client_id }
    const done = await list({ ...mine, state: "completed", skill: "create_payment" })
    expect(done.tasks.map((task) => task.task_id)).toContain(task_id)
    for (const task of done.tasks)
      expect(task).toMatchObject({ ...mine, state: "completed", skill_id: "create_payment" })
    const queries = await list({ ...mine, skill: "query_payment_status" })
    expect(queries.tasks).toHaveLength(1)
    expect((await list({ ...mine, state: "canceled" })).tasks).toEqual([])
  })

  it.each(["state=done", "limit=0", "limit=101", "cursor=nonsense", "sort=state"])(
    "reject ?%s with 400",
    async (query) => {
      expect((await adminFetch(`${PATH}?${query}`)).status).toBe(400)
    }
  )
})

describe("one task in the admin API", () => {
  it("shows the input, the artifacts, the states with their times and the payment, and no link [ADM-11]", async () => {
    const order_reference = "PO-77"
    const { task_id, artifacts } = await paid(agent, {
      order_reference,
      customer: { email: "ana@x.example" },
    })
    const task = await read(task_id)
    expect(task).toMatchObject({
      state: "completed",
      payment_ids: [artifacts.payment_id],
      input: { amount: 10_000, currency: "EUR", order_reference, customer_email: "ana@x.example" },
      artifacts: { payment: { status: "captured" } },
    })
    expect(task.states.map(({ state }) => state)).toEqual([
      "submitted",
      "working",
      "input-required",
      "completed",
    ])
    const times = task.states.map(({ at }) => Date.parse(at))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(JSON.stringify(task)).not.toMatch(/redirect_url|idempotency|request_hash|gwa_|4111 ?1111/)
  })

  it("shows the payment a refund belongs to, and the refund's input", async () => {
    const { artifacts } = await paid(agent)
    const input = { payment_id: artifacts.payment_id, amount: 500, reason: "Scratched" }
    const { body } = await agent.send("refund_payment", input)
    await agent.settled(body.result.task_id)
    expect(await read(body.result.task_id)).toMatchObject({
      skill_id: "refund_payment",
      payment_ids: [artifacts.payment_id],
      input: { ...input, currency: "EUR" },
    })
  })

  it("answers 404 for an unknown task", async () => {
    expect((await adminFetch(`${PATH}/task_unknown`)).status).toBe(404)
  })
})
