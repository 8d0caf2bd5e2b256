import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { APPROVAL_STEPS } from "../../src/failpoints"
import { Agent, type Task, eventually } from "../support/agent"
import { allow, decide, waitingOf } from "../support/approvals"
import { ledgerOf, nothingOwed } from "../support/bank-ledger"
import { keepCard } from "../support/cards"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"

/** The power goes while the merchant approves: what was decided is carried out, once. */
describe("a store that stops after a payment was approved", () => {
  let world: CrashingWorld
  let agent: Agent

  beforeAll(async () => {
    world = await CrashingWorld.start()
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:tokenize")
    await allow(agent.client_id, { approval_above: 1 })
  })

  afterAll(() => world?.stop())

  const approveAndCrash = async (step: Parameters<CrashingWorld["crashAt"]>[0]) => {
    const { id } = await waitingOf(agent.client_id)
    await world.crashAt(step, () => decide(id, "approve").catch(() => undefined))
    return id
  }

  async function expectPaidOnce({ artifacts }: Task): Promise<void> {
    await nothingOwed(artifacts.payment_id)
    const order = await orderNumber(artifacts.shop_order_id)
    expect([capturesOf(order), timesPlaced(order)]).toEqual([[15], 1])
    expect((await ledgerOf(artifacts.payment_id)).amounts.captured).toBe(1500)
  }

  it.each(APPROVAL_STEPS)(
    "and before it was begun, %s, begins it: the shopper pays one order",
    async (step) => {
      const { task_id } = await agent.createPayment()
      await approveAndCrash(step)
      const { artifacts } = await eventually(async () => {
        const task = await agent.getTask(task_id)
        return task.artifacts.sca_redirect_url ? task : undefined
      }, 40)
      await prove(artifacts.sca_redirect_url)
      const task = await agent.settled(task_id)
      expect(task.state).toBe("completed")
      await expectPaidOnce(task)
      const payments = await sql("select id from gw_payment where client_id = $1", [agent.client_id])
      expect(payments).toHaveLength(1)
    }
  )

  it.each(["payment_approved", "charge_placed"] as const)(
    "of a kept card, at %s, charges it once",
    async (step) => {
      const { token_id } = await keepCard(agent)
      const input = { token_id, amount: 1500, currency: "EUR" }
      const { body } = await agent.send("recurrent_charge", input)
      await approveAndCrash(step)
      const [{ id } = { id: "" }] = await sql<{ id: string }>(
        "select waits_for as id from gw_task where id = $1",
        [body.result.task_id]
      )
      await sql("update gw_payment set next_check_at = now() where id = $1", [id])
      const task = await agent.settled(body.result.task_id, 60)
      expect(task.state).toBe("completed")
      await expectPaidOnce(task)
    }
  )

  it("and while it is being made, ends it as any other: the task fails, nothing is left open", async () => {
    const { task_id } = await agent.createPayment()
    const approval = await approveAndCrash("payment_prepared")
    await sql(
      "update gw_payment set created_at = created_at - interval '10 minutes' where provisioned_at is null"
    )
    const task = await agent.settled(task_id, 40)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "interrupted"])
    await sql("update gw_approval set begin_at = now() where id = $1", [approval])
    await eventually(async () => {
      const [row] = await sql("select id from gw_approval where id = $1 and begin_at is null", [approval])
      return row ? true : undefined
    })
    expect((await agent.getTask(task_id)).state).toBe("failed")
  })
})
