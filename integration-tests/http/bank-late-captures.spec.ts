import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { ledgerOf, performEffects, turn } from "../support/bank-ledger"
import { expectBooks } from "../support/books"
import { refundsOf, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { orderOf } from "../support/payments"
import { authenticate } from "../support/shopper"
import { slowToAct, untilStored } from "../support/slow-store"

describe("an authorization with a final capture before the store has processed the authorization", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:capture")
  })

  /** An authorization of 100.00 EUR of which the agent captures 40.00 before the order is marked authorized. */
  async function capturedEarly(final: boolean, amount = 4000): Promise<Task> {
    const task = await agent.createPayment({ amount: 10_000, capture: "manual" })
    const { payment_id, sca_redirect_url } = task.artifacts
    const act = await slowToAct(payment_id, "authorized")
    await authenticate(sca_redirect_url)
    await untilStored(payment_id, "authorized")
    const { body } = await agent.send("capture_payment", { payment_id, amount, final })
    await act()
    await agent.settled(body.result.task_id)
    return agent.settled(task.task_id)
  }

  it("has one capture record [BANK-34]", async () => {
    const task = await capturedEarly(true)
    expect(task.state).toBe("completed")
    await expectBooks(task, [40])
    expect((await ledgerOf(task.artifacts.payment_id)).amounts).toMatchObject({
      captured: 4000,
      voided: 6000,
    })
    expect(timesPlaced(await orderOf(task))).toBe(1)
  })

  it("has one capture record also when the full amount was captured [BANK-34]", async () => {
    await expectBooks(await capturedEarly(false, 10_000), [100])
  })

  it("has a record of a later refund by the bank [BANK-44]", async () => {
    const task = await capturedEarly(true)
    const { payment_id } = task.artifacts
    await performEffects(payment_id)
    await turn("refund", { payment_id: (await ledgerOf(payment_id)).id, amount: 1500 })
    await eventually(async () => refundsOf(await orderOf(task)).length || undefined)
    await expectBooks(task, [40], [15])
  })
})
