import { beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { clearFaults, fault, ledgerOf, nothingOwed } from "../support/bank-ledger"
import { orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

describe("tasks/cancel", () => {
  it("ends the payment at the bank first, then the task, and cancels the order [A2A-19, TASK-10, BANK-29]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const { body } = await agent.call("tasks/cancel", { task_id })
    expect(body.result).toMatchObject({
      task_id,
      state: "canceled",
      artifacts: { payment: { status: "canceled" } },
    })
    expect((await ledgerOf(artifacts.payment_id)).status).toBe("canceled")
    await nothingOwed(artifacts.payment_id)
    const order = await orderNumber(artifacts.shop_order_id)
    expect(order.status).toBe("canceled")
    expect(timesPlaced(order)).toBe(0)
    await expect(prove(artifacts.sca_redirect_url)).rejects.toThrow()
    expect((await agent.getTask(task_id)).state).toBe("canceled")
  })

  it("refuses a terminal task [A2A-19, TASK-05]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await prove(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    const { status, body } = await agent.call("tasks/cancel", { task_id })
    expect(status).toBe(200)
    expect(body.error).toMatchObject({
      code: -32004,
      data: { code: "task_not_cancelable", task_id, state: "completed" },
    })
    expect((await ledgerOf(artifacts.payment_id)).amounts.captured).toBe(1500)
  })

  it("loses to a payment that was settled behind its back, and the task completes [TASK-10]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await fault({ scope: { times: 1 }, ipn: { delay_ms: 3000 } })
    await prove(artifacts.sca_redirect_url)
    const { body } = await agent.call("tasks/cancel", { task_id })
    await clearFaults()
    expect(body.error.data.code).toBe("task_not_cancelable")
    expect((await agent.settled(task_id)).state).toBe("completed")
    expect((await ledgerOf(artifacts.payment_id)).amounts).toMatchObject({ captured: 1500, refunded: 0 })
  })

  it("has one winner when shopper and agent act at once: money and order agree [TASK-10]", async () => {
    for (let round = 0; round < 5; round++) {
      const { task_id, artifacts } = await agent.createPayment()
      await Promise.all([
        agent.call("tasks/cancel", { task_id }),
        prove(artifacts.sca_redirect_url).catch(() => undefined),
      ])
      const { state } = await agent.settled(task_id)
      await nothingOwed(artifacts.payment_id)
      const { amounts } = await ledgerOf(artifacts.payment_id)
      const { status } = await orderNumber(artifacts.shop_order_id)
      expect([state, amounts.captured, status]).toEqual(
        amounts.captured ? ["completed", 1500, "pending"] : ["canceled", 0, "canceled"]
      )
    }
  })

  it("says so while the bank can not be asked, and works when it can again [A2A-19]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await fault({ scope: { times: 50 }, api: { status: 503 } })
    const { body } = await agent.call("tasks/cancel", { task_id })
    await clearFaults()
    expect(body.error).toMatchObject({ code: -32024, data: { code: "bank_unavailable" } })
    await eventually(async () => {
      await agent.call("tasks/cancel", { task_id })
      return (await agent.getTask(task_id)).state === "canceled" ? true : undefined
    }, 60)
    expect((await ledgerOf(artifacts.payment_id)).status).toBe("canceled")
  }, 90_000)

  it("needs the scope of the task's skill, and knows no foreign task [A2A-19]", async () => {
    const { task_id } = await agent.createPayment()
    const other = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    expect((await other.call("tasks/cancel", { task_id })).body.error.data.code).toBe("task_not_found")
    expect((await agent.call("tasks/cancel", {})).body.error.code).toBe(-32602)
    expect((await agent.getTask(task_id)).state).toBe("input-required")
  })
})
