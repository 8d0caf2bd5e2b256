import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PLACEMENT_STEPS, SETTLEMENT_STEPS } from "../../src/failpoints"
import { Agent, type Task, eventually } from "../support/agent"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { holdTable } from "../support/held-table"
import { capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"
import { Storefront } from "../support/storefront"
import { expectOrderedOnce, nothingLeft } from "../support/ordered-once"

/**
 * The power goes at each step of a settlement in turn: the process that took the bank's word is killed there, a new
 * one is started, and the payment, the order and the task must come to the very end an undisturbed one comes to.
 */
describe("a settlement that is cut short", () => {
  let crashing: CrashingWorld
  let agent: Agent

  beforeAll(async () => {
    crashing = await CrashingWorld.start()
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  afterAll(() => crashing?.stop())

  it.each(SETTLEMENT_STEPS)(
    "after %s ends as one paid order, announced once, and one completed task [BANK-10, BANK-30]",
    async (step) => {
      const task = await agent.createPayment()
      await crashing.crashAt(step, () => prove(task.artifacts.sca_redirect_url))
      const settled = await eventually(() => terminal(task), 40)
      expect(settled.state).toBe("completed")
      expect(settled.artifacts.payment).toMatchObject({ status: "captured", captured_amount: 1500 })
      await expectPaidOnce(task)
      await nothingLeft()
    }
  )

  it.each([...PLACEMENT_STEPS, "order_settled", "order_announced"] as const)(
    "of a storefront's cart after %s ends as one paid order, announced once [BANK-30]",
    async (step) => {
      const { cart, data } = await readyToPay()
      await crashing.crashAt(step, () => prove(data.redirect_url))
      await expectOrderedOnce(cart, data.payment_id)
    }
  )

  it.each(["order_cart", "reservation_item", "payment", "payment_collection", "order_transaction"])(
    "of a storefront's cart while Medusa writes %s ends as one paid order, announced once [BANK-30]",
    async (table) => {
      const { cart, data } = await readyToPay()
      await dieWriting(table, () => prove(data.redirect_url))
      await expectOrderedOnce(cart, data.payment_id)
    }
  )

  it("of a storefront's cart ends as one paid order also when undoing its first attempt is cut short [BANK-30]", async () => {
    const { cart, data } = await readyToPay()
    await dieWriting("order_transaction", () => prove(data.redirect_url))
    await dieWriting("order_cart", async () => undefined)
    await expectOrderedOnce(cart, data.payment_id)
  })

  const shop = () => new Storefront()

  async function readyToPay() {
    const cart = await shop().fillCart()
    return { cart, ...(await shop().startPayment(cart.id)) }
  }

  /** Lets the store die right before it writes to a table, and starts it again. */
  async function dieWriting(table: string, act: () => Promise<unknown>): Promise<void> {
    const held = await holdTable(table)
    await act()
    await held.stopped()
    await crashing.running.killStore()
    await held.abort()
    await crashing.running.startStore()
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
  expect(timesPlaced(order)).toBe(1)
  const transactions = await sql("select 1 from order_transaction where order_id = $1", [order.id])
  expect(transactions).toHaveLength(1)
  const terminal = await sql(
    "select 1 from gw_task_event where task_id = $1 and type = 'task.status' and state = 'completed'",
    [task_id]
  )
  expect(terminal).toHaveLength(1)
}
