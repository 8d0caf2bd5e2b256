import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CREATION_STEPS, OPERATION_STEPS } from "../../src/failpoints"
import { Agent, type Task, eventually } from "../support/agent"
import { ledgerOf, nothingOwed } from "../support/bank-ledger"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"

/** The power goes while a payment is being made or money is being moved: nobody is left waiting for ever. */
describe("a store that stops in the middle of", () => {
  let world: CrashingWorld
  let agent: Agent

  beforeAll(async () => {
    world = await CrashingWorld.start()
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:capture")
  })

  afterAll(() => world?.stop())

  it.each(CREATION_STEPS)(
    "making a payment, after %s, ends it: nothing is left open [BANK-10]",
    async (step) => {
      const input = { amount: 1500, currency: "EUR" }
      const key = `creation-${step}`
      await world.crashAt(step, () => agent.send("create_payment", input, key).catch(() => undefined))
      const { body } = await agent.send("create_payment", input, key)
      const { payment_id } = body.result.artifacts
      expect(body.result.state).toBe("working")
      await grownOld(payment_id)
      const task = await agent.settled(body.result.task_id, 40)
      expect(task.state).toBe("failed")
      await nothingOwed(payment_id)
      const orders = await sql<{ status: string }>(
        `select status from "order" where metadata->>'gw_payment_id' = $1`,
        [payment_id]
      )
      expect(orders.map(({ status }) => status)).toEqual(step === "payment_prepared" ? [] : ["canceled"])
      if (step === "payment_opened") expect((await ledgerOf(payment_id)).status).toBe("canceled")
      else await expect(ledgerOf(payment_id)).rejects.toThrow("the bank has no payment")
    }
  )

  it.each(OPERATION_STEPS)("a capture, after %s, ends as one capture [BANK-10, BANK-43]", async (step) => {
    const { payment_id, shop_order_id } = await reserved()
    const input = { payment_id, amount: 2500 }
    const key = `capture-${step}`
    await world.crashAt(step, () => agent.send("capture_payment", input, key).catch(() => undefined))
    const { body } = await agent.send("capture_payment", input, key)
    expect((await agent.settled(body.result.task_id, 50)).state).toBe("completed")
    await nothingOwed(payment_id)
    expect((await ledgerOf(payment_id)).captures.map(({ amount }) => amount)).toEqual([2500])
    const order = await orderNumber(shop_order_id)
    expect(capturesOf(order)).toEqual([25])
    expect(timesPlaced(order)).toBe(1)
  })

  async function reserved(): Promise<Task["artifacts"]> {
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, capture: "manual" })
    await prove(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    return artifacts
  }
})

/** Makes a payment as old as one has to be to count as interrupted. */
async function grownOld(payment_id: string): Promise<void> {
  await eventually(async () => {
    const rows = await sql(
      "update gw_payment set created_at = created_at - interval '10 minutes' where id = $1 returning id",
      [payment_id]
    )
    return rows.length ? true : undefined
  })
}
