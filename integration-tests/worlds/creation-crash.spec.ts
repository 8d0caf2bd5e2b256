import { beforeAll, describe, expect, it } from "vitest"
import { CREATION_STEPS, OPERATION_STEPS } from "../../src/lib/failpoints"
import { Agent, type RpcAnswer, type Task, eventually } from "../support/agent"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { forEachStep, inCrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { runJobAlone } from "../support/jobs"
import { capturesOf, orderNumber, refundInAdmin, refundsOf, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { authenticate } from "../support/shopper"
import { refuseInserts } from "../support/table-lock"

/** At the first step the store kills itself, together with the calls frozen at the other steps. */
const [KILLED, ...OTHER_CREATION_STEPS] = CREATION_STEPS

/** The store crashes while a payment is created or money is moved. Each call must reach an end. */
describe("a store that stops in the middle of", () => {
  const crash = inCrashingWorld()
  let agent: Agent
  /** The answers to the same requests after the restart. */
  let created: Record<(typeof CREATION_STEPS)[number], RpcAnswer["body"]>
  let captured: Record<(typeof OPERATION_STEPS)[number], RpcAnswer["body"]>
  let reservedFor: Record<(typeof OPERATION_STEPS)[number], Task["artifacts"]>
  let refunded: Record<(typeof OPERATION_STEPS)[number], Task["artifacts"]>

  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:capture")
    reservedFor = await forEachStep(OPERATION_STEPS, () => paid({ capture: "manual" }))
    refunded = await forEachStep(OPERATION_STEPS, () => paid())
    for (const step of OPERATION_STEPS) {
      const order = await orderNumber(refunded[step].shop_order_id)
      await crash.freezeAt(step, () => refundInAdmin(order, 40), refunded[step].payment_id)
      await crash.freezeAt(step, () => capture(step), reservedFor[step].payment_id)
    }
    for (const step of OTHER_CREATION_STEPS) await crash.freezeAt(step, () => create(step))
    await crash.crashAt(KILLED, () => create(KILLED))
    created = await forEachStep(CREATION_STEPS, async (step) => (await create(step)).body)
    captured = await forEachStep(OPERATION_STEPS, async (step) => (await capture(step)).body)
    for (const { result } of Object.values(created)) await grownOld(result.artifacts.payment_id)
  })

  const create = (step: string) =>
    agent.send("create_payment", { amount: 1500, currency: "EUR" }, `creation-${step}`)

  const capture = (step: (typeof OPERATION_STEPS)[number]) =>
    agent.send(
      "capture_payment",
      { payment_id: reservedFor[step].payment_id, amount: 2500 },
      `capture-${step}`
    )

  it.each(CREATION_STEPS)(
    "creating a payment, after %s, ends it: nothing stays open [BANK-10, BANK-52]",
    async (step) => {
      const { result } = created[step]
      const { payment_id } = result.artifacts
      expect(result.state).toBe("working")
      const task = await agent.settled(result.task_id)
      expect(task.state).toBe("failed")
      await performEffects(payment_id)
      expect(await ordersOf(payment_id)).toEqual(PLACED.includes(step) ? ["canceled"] : [])
      if (step === "payment_opened") expect((await ledgerOf(payment_id)).status).toBe("canceled")
      else await expect(ledgerOf(payment_id)).rejects.toThrow("the bank has no payment")
    }
  )

  it.each(OPERATION_STEPS)("a capture, after %s, ends as one capture [BANK-10, BANK-43]", async (step) => {
    const { payment_id, shop_order_id } = reservedFor[step]
    expect((await agent.settled(captured[step].result.task_id)).state).toBe("completed")
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).captures.map(({ amount }) => amount)).toEqual([2500])
    const order = await orderNumber(shop_order_id)
    expect(capturesOf(order)).toEqual([25])
    expect(timesPlaced(order)).toBe(1)
  })

  it.each([
    ["operation_begun", []],
    ["operation_executed", [40]],
  ] as const)("a refund in the admin, after %s, is recorded as it is at the bank", async (step, refunds) => {
    const { payment_id, shop_order_id } = refunded[step]
    const order = () => orderNumber(shop_order_id)
    expect(refundsOf(await order())).toEqual([40])
    await sql(
      `update gw_bank_operation set created_at = created_at - interval '5 minutes', updated_at = now() - interval '5 minutes'
          where payment_id = $1`,
      [payment_id]
    )
    await sql(
      `update refund set created_at = created_at - interval '5 minutes'
          where payment_id = (select p.id from gw_payment g join payment p on p.payment_session_id = g.session_id where g.id = $1)`,
      [payment_id]
    )
    await eventually(async () => {
      const { summary } = await order()
      return summary.refunded_total === sum(refunds) && sum(refundsOf(await order())) === sum(refunds)
        ? true
        : undefined
    })
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).amounts.refunded).toBe(100 * sum(refunds))
  })

  /** A payment of 100.00 EUR that the customer has made. */
  async function paid(input: object = {}): Promise<Task["artifacts"]> {
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, ...input })
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    return artifacts
  }
})

describe("a store that cannot store the bank's answer to a new payment", () => {
  inOwnWorld()

  it("keeps the payment and voids it like an interrupted one, so that no customer pays it [BANK-52]", async () => {
    await switchSurfaces({ a2a_enabled: true })
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const repair = await refuseInserts("gw_effect")
    const { body } = await agent.send("create_payment", { amount: 1500, currency: "EUR" }).finally(repair)
    expect(body.result).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "payment_not_created" } },
    })
    const { payment_id } = body.result.artifacts
    expect((await ledgerOf(payment_id)).status).toBe("requires_action")
    await grownOld(payment_id)
    await runJobAlone("end-interrupted")
    expect((await ledgerOf(payment_id)).status).toBe("canceled")
    await performEffects(payment_id)
    expect((await ordersOf(payment_id)).filter((status) => status !== "canceled")).toEqual([])
  })
})

const ordersOf = async (payment_id: string): Promise<string[]> => {
  const orders = await sql<{ status: string }>(
    `select status from "order" where metadata->>'gw_payment_id' = $1`,
    [payment_id]
  )
  return orders.map(({ status }) => status)
}

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)

/** The steps at which the order exists already. */
const PLACED: readonly string[] = ["order_attached", "payment_opened"]

/** Makes a payment and the task that waits for it old enough to count as interrupted. */
async function grownOld(payment_id: string): Promise<void> {
  for (const [table, column] of [
    ["gw_payment", "id"],
    ["gw_task", "waits_for"],
  ])
    await sql(`update ${table} set created_at = created_at - interval '10 minutes' where ${column} = $1`, [
      payment_id,
    ])
}
