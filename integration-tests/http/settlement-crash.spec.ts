import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { SETTLEMENT_STEPS, type Step } from "../../src/failpoints"
import { Agent, type Task, eventually } from "../support/agent"
import { sql } from "../support/database"
import { capturesOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"
import { type RunningWorld, startWorld } from "../support/start-world"
import { Storefront } from "../support/storefront"

/**
 * The power goes at each step of a settlement in turn: the process that took the bank's word is killed there, a new
 * one is started, and the payment, the order and the task must come to the very end an undisturbed one comes to.
 */
describe("a settlement that is cut short", () => {
  const dir = mkdtempSync(join(tmpdir(), "gw-failpoint-"))
  const failpoint = join(dir, "step")
  const shared = process.env.GW_TEST_WORLD
  let running: RunningWorld
  let agent: Agent

  beforeAll(async () => {
    writeFileSync(failpoint, "")
    running = await startWorld({ GW_FAILPOINT_FILE: failpoint })
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  afterAll(async () => {
    process.env.GW_TEST_WORLD = shared
    await running?.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  it.each(SETTLEMENT_STEPS)(
    "after %s ends as one paid order and one completed task [BANK-10]",
    async (step) => {
      const task = await agent.createPayment()
      await crashAt(step, () => prove(task.artifacts.sca_redirect_url))
      const settled = await eventually(() => terminal(task), 40)
      expect(settled.state).toBe("completed")
      expect(settled.artifacts.payment).toMatchObject({ status: "captured", captured_amount: 1500 })
      await expectPaidOnce(task)
      await eventually(async () => (await leftovers()).length === 0 || undefined, 30)
    }
  )

  it.each(["effect_leased", "order_settled", "task_mirrored"] as const)(
    "of a storefront's cart after %s ends as one paid order",
    async (step) => {
      const shop = new Storefront()
      const cart = await shop.fillCart()
      const { data } = await shop.startPayment(cart.id)
      await crashAt(step, () => prove(data.redirect_url))
      await eventually(async () => (await leftovers()).length === 0 || undefined, 40)
      const orders = await sql<{ order_id: string }>("select order_id from order_cart where cart_id = $1", [
        cart.id,
      ])
      expect(orders).toHaveLength(1)
      const paid = await sql<{ amount: string }>("select amount from order_transaction where order_id = $1", [
        orders[0]?.order_id,
      ])
      expect(paid.map(({ amount }) => Number(amount))).toEqual([cart.total])
    }
  )

  /** Lets the store die at a step of what `act` sets off, and starts it again. */
  async function crashAt(step: Step, act: () => Promise<unknown>): Promise<void> {
    writeFileSync(failpoint, step)
    await act()
    await withinSeconds(20, running.storeEnded(), `the store passed no failpoint named ${step}`)
    writeFileSync(failpoint, "")
    await running.startStore()
  }

  async function terminal({ task_id }: Task): Promise<Task | undefined> {
    const task = await agent.getTask(task_id)
    return task.state === "input-required" ? undefined : task
  }
})

async function expectPaidOnce({ task_id, artifacts }: Task): Promise<void> {
  const order = await orderNumber(artifacts.shop_order_id)
  expect(order).toMatchObject({
    payment_status: "captured",
    summary: { paid_total: 15, pending_difference: 0 },
  })
  expect(capturesOf(order)).toEqual([15])
  const transactions = await sql("select 1 from order_transaction where order_id = $1", [order.id])
  expect(transactions).toHaveLength(1)
  const terminal = await sql(
    "select 1 from gw_task_event where task_id = $1 and type = 'task.status' and state = 'completed'",
    [task_id]
  )
  expect(terminal).toHaveLength(1)
}

/** Effects and events that nobody has finished yet. */
async function leftovers(): Promise<object[]> {
  return sql(`select event_id id from gw_bank_event where processed_at is null
              union all select payment_id from gw_effect where done_at is null`)
}

async function withinSeconds(seconds: number, happening: Promise<unknown>, otherwise: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), seconds * 1000)
  })
  await Promise.race([happening, late]).finally(() => clearTimeout(timer))
}
