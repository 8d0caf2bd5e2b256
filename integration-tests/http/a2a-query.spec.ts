import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { switchSurfaces } from "../support/oauth-client"

beforeAll(() => switchSurfaces({ a2a_enabled: true }))

describe("query_payment_status", () => {
  let agent: Agent
  let created: Task
  beforeAll(async () => {
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    created = await agent.createPayment({ amount: 4200, order_reference: "Q-1" })
  })

  it("returns a payment by payment_id or shop_order_id in a task that completes at once [A2A-38, A2A-39, AUTH-07, SRV-23, TASK-09]", async () => {
    const { payment_id, shop_order_id } = created.artifacts
    for (const input of [{ payment_id }, { shop_order_id }]) {
      const { body } = await agent.send("query_payment_status", input)
      expect(body.result.state).toBe("completed")
      expect(body.result.artifacts.payment).toEqual({
        payment_id,
        shop_order_id,
        order_reference: "Q-1",
        status: "requires_action",
        amount: 4200,
        captured_amount: 0,
        refunded_amount: 0,
        currency: "EUR",
        card: null,
        created_at: expect.stringMatching(/Z$/) as string,
        updated_at: expect.stringMatching(/Z$/) as string,
      })
    }
  })

  it.each([
    {},
    { payment_id: "pay_1", shop_order_id: 1 },
    { shop_order_id: "1" },
    { shop_order_id: 2 ** 40 },
  ])("rejects %j: exactly one of the two ids is required [A2A-40]", async (input) => {
    const { body } = await agent.send("query_payment_status", input)
    expect(body.error).toMatchObject({ code: -32602, data: { code: "invalid_params" } })
  })

  it.each([
    [{}, "", "must have exactly one of payment_id, shop_order_id"],
    [{ payment_id: "pay_1", shop_order_id: 1 }, "", "must have exactly one of payment_id, shop_order_id"],
    [{ payment_id: 1 }, "payment_id", "must be a string"],
    [{ shop_order_id: 0 }, "shop_order_id", "must be greater than 0"],
    [{ payment_id: "pay_1", amount: 1 }, "amount", "is not a known member"],
    [
      { payment_id: "pay_1", shopOrderId: 1 },
      "shopOrderId",
      "is not a known member; did you mean shop_order_id?",
    ],
  ])("names the one fault of %j [ERR-10, OFC-11]", async (input, path, message) => {
    const { body } = await agent.send("query_payment_status", input)
    expect(body.error).toMatchObject({ code: -32602, data: { issues: [{ path, message }] } })
    expect(body.error.data.issues).toHaveLength(1)
  })

  it("returns the same error for an unknown payment and another client's payment, and creates no task [A2A-41, ERR-08]", async () => {
    const stranger = await Agent.withScopes("a2a:payments:read")
    const foreign = await stranger.send("query_payment_status", { payment_id: created.artifacts.payment_id })
    const unknown = await stranger.send("query_payment_status", {
      payment_id: "pay_000000000000000000000000",
    })
    const byOrder = await stranger.send("query_payment_status", {
      shop_order_id: created.artifacts.shop_order_id,
    })
    for (const { status, body } of [foreign, unknown, byOrder]) {
      expect(status).toBe(200)
      expect(body.error).toMatchObject({ code: -32020, data: { code: "payment_not_found" } })
      expect(body.result).toBeUndefined()
    }
  })
})

describe("tasks/get", () => {
  let agent: Agent
  beforeAll(async () => {
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  it("returns a task by id [A2A-18, TASK-01]", async () => {
    const created = await agent.createPayment()
    const { body } = await agent.call("tasks/get", { task_id: created.task_id })
    expect(body.result).toEqual(created)
  })

  it("returns the same error for an unknown task and another client's task [A2A-41, ERR-08]", async () => {
    const stranger = await Agent.withScopes("a2a:payments:read")
    const { task_id } = await agent.createPayment()
    for (const id of [task_id, "task_000000000000000000000000", "", "'; drop table gw_task"]) {
      const { status, body } = await stranger.call("tasks/get", { task_id: id })
      expect(status).toBe(200)
      expect(body.error).toMatchObject({ code: -32001, data: { code: "task_not_found" } })
    }
  })
})
