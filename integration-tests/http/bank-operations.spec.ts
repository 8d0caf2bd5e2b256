import { beforeAll, describe, expect, it } from "vitest"
import type { Agent } from "../support/agent"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import {
  adminPost,
  captureInAdmin,
  capturesOf,
  paymentOf,
  refundInAdmin,
  refundsOf,
  timesPlaced,
} from "../support/merchant"
import { orderOf, paid, payingAgent } from "../support/payments"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})

describe("an authorized payment", () => {
  it("completes its task when it is authorized, without a capture, and the order is announced once [A2A-49, BANK-32]", async () => {
    const task = await paid(agent, { capture: "manual" })
    expect(task).toMatchObject({ state: "completed", artifacts: { payment: { status: "authorized" } } })
    expect(await orderOf(task)).toMatchObject({ payment_status: "authorized" })
    expect(capturesOf(await orderOf(task))).toEqual([])
    expect(timesPlaced(await orderOf(task))).toBe(1)
  })

  it("is captured in parts from Medusa's admin up to the full amount: one record each in Medusa and at the bank [BANK-29, BANK-33, BANK-34]", async () => {
    const task = await paid(agent, { capture: "manual" })
    for (const amount of [20, 30])
      expect((await captureInAdmin(await orderOf(task), amount)).status).toBe(200)
    expect((await ledgerOf(task.artifacts.payment_id)).status).toBe("partially_captured")
    expect((await captureInAdmin(await orderOf(task))).status).toBe(400)
    expect((await captureInAdmin(await orderOf(task), 50)).status).toBe(200)
    await performEffects(task.artifacts.payment_id)
    const ledger = await ledgerOf(task.artifacts.payment_id)
    expect(ledger.status).toBe("captured")
    expect(ledger.captures.map(({ amount }) => amount)).toEqual([2000, 3000, 5000])
    const settled = await orderOf(task)
    expect(capturesOf(settled).sort()).toEqual([20, 30, 50])
    expect(settled).toMatchObject({
      payment_status: "captured",
      summary: { paid_total: 100, pending_difference: 0 },
    })
    expect(timesPlaced(settled)).toBe(1)
  })

  it("is not captured beyond the authorized amount [BANK-34]", async () => {
    const task = await paid(agent, { capture: "manual" })
    expect((await captureInAdmin(await orderOf(task), 100.01)).status).toBe(400)
    expect((await ledgerOf(task.artifacts.payment_id)).amounts.captured).toBe(0)
  })

  it("is voided at the bank when its order is canceled [BANK-29, BANK-36]", async () => {
    const task = await paid(agent, { capture: "manual" })
    expect((await adminPost(`/admin/orders/${(await orderOf(task)).id}/cancel`)).status).toBe(200)
    expect((await ledgerOf(task.artifacts.payment_id)).status).toBe("voided")
    await performEffects(task.artifacts.payment_id)
    expect(await orderOf(task)).toMatchObject({ status: "canceled" })
    expect(paymentOf(await orderOf(task)).canceled_at).not.toBeNull()
  })
})

describe("a captured payment", () => {
  it("is refunded in parts from Medusa's admin, never beyond the captured amount [BANK-29, BANK-35, BANK-37]", async () => {
    const task = await paid(agent)
    for (const amount of [10, 25.5])
      expect((await refundInAdmin(await orderOf(task), amount)).status).toBe(200)
    expect((await refundInAdmin(await orderOf(task), 64.51)).status).toBe(400)
    await performEffects(task.artifacts.payment_id)
    const ledger = await ledgerOf(task.artifacts.payment_id)
    expect(ledger.amounts.refunded).toBe(3550)
    expect(refundsOf(await orderOf(task)).sort()).toEqual([10, 25.5])
    const { body } = await agent.send("query_payment_status", { payment_id: task.artifacts.payment_id })
    expect(body.result.artifacts.payment).toMatchObject({ captured_amount: 10_000, refunded_amount: 3550 })
  })

  it("is refunded once when four refunds of more than half arrive at once [BANK-35, BANK-37]", async () => {
    const task = await paid(agent)
    const settled = await orderOf(task)
    const answers = await Promise.all([1, 2, 3, 4].map(() => refundInAdmin(settled, 60)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await performEffects(task.artifacts.payment_id)
    expect((await ledgerOf(task.artifacts.payment_id)).amounts.refunded).toBe(6000)
    expect(refundsOf(await orderOf(task))).toEqual([60])
  })

  it("is refunded in full when its order is canceled [BANK-38]", async () => {
    const task = await paid(agent)
    expect((await adminPost(`/admin/orders/${(await orderOf(task)).id}/cancel`)).status).toBe(200)
    await performEffects(task.artifacts.payment_id)
    expect((await ledgerOf(task.artifacts.payment_id)).amounts.refunded).toBe(10_000)
    expect(refundsOf(await orderOf(task))).toEqual([100])
  })
})
