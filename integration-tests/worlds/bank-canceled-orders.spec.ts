import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Agent, type Task, eventually } from "../support/agent"
import {
  clearFaults,
  fault,
  ledgerOf,
  performEffects,
  restoreBank,
  turn,
  withoutEventFeed,
} from "../support/bank-ledger"
import { sql } from "../support/database"
import { lookUpNow } from "../support/lookups"
import { eventuallyRunning, runJob } from "../support/jobs"
import { adminPost, capturesOf, orderNumber, refundsOf, timesPlaced } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { pauseSchedule } from "../support/pause-schedule"
import { orderOf, payingAgent } from "../support/payments"
import { CARDS, authenticate } from "../support/shopper"
import { slowToAct, untilStored } from "../support/slow-store"
import { underReview } from "../support/staff"

inOwnWorld()

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})

describe("an order canceled while the customer is at the bank", () => {
  it("cancels the payment at the bank, so that it can no longer be paid [BANK-39]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const { id } = await orderNumber(artifacts.shop_order_id)
    expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
    await eventually(async () =>
      (await ledgerOf(artifacts.payment_id)).status === "canceled" ? true : undefined
    )
    expect((await agent.settled(task_id)).state).toBe("failed")
    await expect(authenticate(artifacts.sca_redirect_url)).rejects.toThrow()
  })

  it("also ends the task when the bank had authorized the payment and the store did not know it yet [BANK-39]", async () => {
    await fault({ ipn: { drop: true } })
    const restore = await withoutEventFeed()
    const { task_id, artifacts } = await agent.createPayment({ capture: "manual" })
    await authenticate(artifacts.sca_redirect_url)
    const { id } = await orderNumber(artifacts.shop_order_id)
    expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
    await clearFaults()
    expect((await agent.settled(task_id)).state).toBe("failed")
    await restore()
    expect((await ledgerOf(artifacts.payment_id)).status).toBe("voided")
  })

  it.each([
    ["the merchant cancels the order", "failed", cancelInAdmin],
    ["the agent cancels the task", "canceled", cancelByAgent],
  ])(
    "is not placed when %s after the bank's authorization and before the store has processed it [BANK-39]",
    async (_who, state, cancel) => {
      const task = await agent.createPayment({ capture: "manual" })
      const { payment_id, shop_order_id, sca_redirect_url } = task.artifacts
      const act = await slowToAct(payment_id, "authorized")
      await authenticate(sca_redirect_url)
      await untilStored(payment_id, "authorized")
      await cancel(task)
      await act()
      await performEffects(payment_id)
      expect((await agent.getTask(task.task_id)).state).toBe(state)
      expect((await ledgerOf(payment_id)).status).toBe("voided")
      const order = await orderNumber(shop_order_id)
      expect([order.status, timesPlaced(order)]).toEqual(["canceled", 0])
    }
  )

  it.each([
    ["the worker that settles it", "status = 'canceled'", async () => undefined],
    ["a job that runs before the settlement", "status = 'canceled'", untilRefundedByJob],
    ["a job after it was archived", "status = 'archived', canceled_at = now()", untilRefundedByJob],
  ])(
    "is refunded by %s when the customer paid first, and merchant and agent see why [BANK-40]",
    async (_who, canceled, refunded) => {
      const { task_id, artifacts } = await agent.createPayment()
      const id = artifacts.payment_id
      const act = await slowToAct(id, "captured")
      await authenticate(artifacts.sca_redirect_url)
      await untilStored(id, "captured")
      await sql(`update "order" set ${canceled} where display_id = $1`, [artifacts.shop_order_id])
      await refunded(id)
      await act()
      await untilRefunded(id)
      expect(await agent.settled(task_id)).toMatchObject({
        state: "failed",
        artifacts: {
          error: { code: "refunded_by_store" },
          payment: { captured_amount: 1500, refunded_amount: 1500 },
        },
      })
      await performEffects(id)
      const order = await orderNumber(artifacts.shop_order_id)
      expect([capturesOf(order), refundsOf(order), timesPlaced(order)]).toEqual([[15], [15], 0])
      expect((await underReview(id)).review_reason).toContain("order was already canceled")
    }
  )
})

describe("an order whose payment the bank refunds before the store has processed it", () => {
  it("is placed and refunded, as if both notifications had arrived in time [BANK-40]", async () => {
    const task = await agent.createPayment()
    const { payment_id, shop_order_id, sca_redirect_url } = task.artifacts
    const act = await slowToAct(payment_id, "captured")
    await authenticate(sca_redirect_url)
    await untilStored(payment_id, "captured")
    await turn("refund", { payment_id: (await ledgerOf(payment_id)).id, amount: 1500 })
    const refunded = "select 1 from gw_payment where id = $1 and refunded_amount = 1500"
    await eventually(async () => (await sql(refunded, [payment_id]))[0])
    await act()
    await performEffects(payment_id)
    const order = await orderNumber(shop_order_id)
    expect([capturesOf(order), refundsOf(order), timesPlaced(order)]).toEqual([[15], [15], 1])
    expect((await agent.getTask(task.task_id)).state).toBe("completed")
  })
})

describe("an order announced before a crash and canceled after it", () => {
  it("stays canceled: the resumed settlement refunds nothing a second time [BANK-30, BANK-40]", async () => {
    const task = await agent.createPayment()
    const { payment_id, shop_order_id } = task.artifacts
    await authenticate(task.artifacts.sca_redirect_url)
    await agent.settled(task.task_id)
    await performEffects(payment_id)
    await cancelInAdmin(task)
    await performEffects(payment_id)
    // Simulates a process that dies between announcing the order and marking its effect as done, after its
    // lease has ended.
    await sql(
      "update gw_effect set done_at = null, leased_until = null where payment_id = $1 and effect = 'captured'",
      [payment_id]
    )
    await performEffects(payment_id)
    const order = await orderNumber(shop_order_id)
    expect([order.status, timesPlaced(order), refundsOf(order)]).toEqual(["canceled", 1, [15]])
    expect((await ledgerOf(payment_id)).amounts).toMatchObject({ captured: 1500, refunded: 1500 })
    expect(await agent.getTask(task.task_id)).toMatchObject({ state: "completed" })
  })
})

describe("a canceled order whose payment the bank refuses to void", () => {
  pauseSchedule("reconcile-payments")
  afterEach(() => restoreBank())

  it("needs review after eight refusals, once, and the payment is voided when the bank allows it [BANK-39]", async () => {
    const { artifacts } = await agent.createPayment()
    const { payment_id, shop_order_id } = artifacts
    await fault({ scope: { operation: "void" }, api: { status: 400 } })
    const { id } = await orderNumber(shop_order_id)
    expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
    const voidUntil = (isDone: () => Promise<boolean>) =>
      eventuallyRunning("reconcile-payments", async () => {
        const older = "update gw_bank_operation set created_at = created_at - interval '1 day'"
        await sql(`${older} where payment_id = $1`, [payment_id])
        return (await isDone()) || undefined
      })
    const refusals = "select 1 from gw_bank_operation where payment_id = $1 and status = 'refused'"
    const refusedTimes = (times: number) =>
      voidUntil(async () => (await sql(refusals, [payment_id])).length >= times)
    const reviews = () => sql("select reason from gw_review where payment_id = $1", [payment_id])

    await refusedTimes(7)
    expect(await reviews()).toEqual([])
    await refusedTimes(9)
    const reason = expect.stringMatching(
      /^the order was already canceled, and the payment could not be voided: \w+$/
    ) as string
    expect(await reviews()).toEqual([{ reason }])
    expect((await orderNumber(shop_order_id)).metadata?.gw_review).toEqual(reason)
    await clearFaults()
    await voidUntil(async () => (await ledgerOf(payment_id)).status === "canceled")
  })
})

describe("an order canceled while the bank is processing its payment", () => {
  /**
   * The customer has authenticated, the issuer does not answer for 20 seconds, and the merchant can cancel
   * meanwhile.
   */
  async function processing(): Promise<Task> {
    const task = await agent.createPayment()
    await authenticate(task.artifacts.sca_redirect_url, "approve", CARDS.silent_issuer)
    await eventually(
      async () => (await ledgerOf(task.artifacts.payment_id)).status === "processing" || undefined
    )
    await lookUpNow(task.artifacts.payment_id)
    await untilStored(task.artifacts.payment_id, "processing")
    return task
  }

  const cancel = async (task: Task) => {
    const { id } = await orderOf(task)
    expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
  }

  const statusAtBank = async ({ artifacts }: Task) => (await ledgerOf(artifacts.payment_id)).status

  afterEach(() => restoreBank())

  it("is never paid: the payment is canceled at the bank [BANK-39, BANK-56]", async () => {
    const task = await processing()
    await cancel(task)
    await eventually(async () => (await statusAtBank(task)) === "canceled" || undefined)
    expect((await agent.settled(task.task_id)).state).toBe("failed")
  })

  it("is never paid, although no event reported the cancellation: a job finds it [BANK-39]", async () => {
    const task = await processing()
    await sql(`update "order" set status = 'canceled' where display_id = $1`, [task.artifacts.shop_order_id])
    await eventuallyRunning(
      "reconcile-payments",
      async () => (await statusAtBank(task)) === "canceled" || undefined
    )
    expect((await agent.settled(task.task_id)).state).toBe("failed")
  })

  it("is refunded when the bank rejects the void and captures the payment later [BANK-40]", async () => {
    const task = await processing()
    await fault({ scope: { operation: "void" }, api: { status: 400 } })
    await cancel(task)
    await eventually(async () => {
      const refused = await sql(
        "select 1 from gw_bank_operation where payment_id = $1 and kind = 'void' and status = 'refused'",
        [task.artifacts.payment_id]
      )
      return refused[0]
    })
    await turn("clock", { offset_s: 21 })
    await eventually(async () => (await ledgerOf(task.artifacts.payment_id)).amounts.refunded || undefined)
    await performEffects(task.artifacts.payment_id)
    expect((await ledgerOf(task.artifacts.payment_id)).amounts).toMatchObject({
      captured: 1500,
      refunded: 1500,
    })
    expect(await agent.settled(task.task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "refunded_by_store" } },
    })
    const order = await orderOf(task)
    expect([order.status, timesPlaced(order)]).toEqual(["canceled", 0])
    expect((await underReview(task.artifacts.payment_id)).review_reason).toContain(
      "order was already canceled"
    )
  })
})

async function untilRefunded(payment_id: string): Promise<unknown> {
  return eventually(async () => (await ledgerOf(payment_id)).amounts.refunded === 1500 || undefined)
}

/** The same, by the job that looks for payments of canceled orders. */
async function untilRefundedByJob(payment_id: string): Promise<unknown> {
  await runJob("reconcile-payments")
  return untilRefunded(payment_id)
}

async function cancelInAdmin({ artifacts }: Task): Promise<void> {
  const { id } = await orderNumber(artifacts.shop_order_id)
  expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
}

async function cancelByAgent({ task_id }: Task): Promise<void> {
  const { body } = await agent.call("tasks/cancel", { task_id })
  expect(body.result.state).toBe("canceled")
}
