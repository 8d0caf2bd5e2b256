import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CREATION_STEPS, OPERATION_STEPS } from "../../src/failpoints"
import { Agent, type Task, eventually } from "../support/agent"
import { ledgerOf, nothingOwed } from "../support/bank-ledger"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { capturesOf, orderNumber, refundInAdmin, refundsOf, timesPlaced } from "../support/merchant"
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
    "making a payment, after %s, ends it: nothing is left open [BANK-10, BANK-52]",
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
      expect(orders.map(({ status }) => status)).toEqual(PLACED.includes(step) ? ["canceled"] : [])
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

  it.each([
    ["operation_begun", []],
    ["operation_executed", [40]],
  ] as const)(
    "a refund in the admin, after %s, is in the books what it is at the bank",
    async (step, refunds) => {
      const { task_id, artifacts } = await agent.createPayment({ amount: 10_000 })
      await prove(artifacts.sca_redirect_url)
      await agent.settled(task_id)
      const order = () => orderNumber(artifacts.shop_order_id)
      await world.crashAt(step, async () => refundInAdmin(await order(), 40).catch(() => undefined))
      expect(refundsOf(await order())).toEqual([40])
      await sql(
        "update gw_bank_operation set created_at = created_at - interval '5 minutes', updated_at = now() - interval '5 minutes'"
      )
      await sql("update refund set created_at = created_at - interval '5 minutes'")
      await eventually(async () => {
        const { summary } = await order()
        return summary.refunded_total === sum(refunds) && sum(refundsOf(await order())) === sum(refunds)
          ? true
          : undefined
      }, 40)
      await nothingOwed(artifacts.payment_id)
      expect((await ledgerOf(artifacts.payment_id)).amounts.refunded).toBe(100 * sum(refunds))
    }
  )

  async function reserved(): Promise<Task["artifacts"]> {
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, capture: "manual" })
    await prove(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    return artifacts
  }
})

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)

/** The steps at which the order is there already. */
const PLACED: readonly string[] = ["order_attached", "payment_opened"]

/** Makes a payment, and the task that waits for it, as old as one has to be to count as interrupted. */
async function grownOld(payment_id: string): Promise<void> {
  for (const [table, column] of [
    ["gw_payment", "id"],
    ["gw_task", "waits_for"],
  ])
    await sql(`update ${table} set created_at = created_at - interval '10 minutes' where ${column} = $1`, [
      payment_id,
    ])
}
