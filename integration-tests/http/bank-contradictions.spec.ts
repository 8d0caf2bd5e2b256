import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Agent, type Task, eventually } from "../support/agent"
import { type BankPayment, captured, ipnBody, paymentAtBank } from "../support/bank"
import { nothingOwed } from "../support/bank-ledger"
import { deliver, signIpn } from "../support/gwb"
import { readListAgain, stopAsking } from "../support/hearing"
import { adminPost, capturesOf, paymentOf, refundsOf, timesPlaced } from "../support/merchant"
import { orderOf, payingAgent } from "../support/payments"
import { slowToAct, untilStored } from "../support/slow-store"
import { tracePayment, underReview } from "../support/staff"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => readListAgain())

/** A payment of 100.00 EUR of which the store hears by these notifications only. */
async function opened(input: object = {}): Promise<{ task: Task; bank: BankPayment }> {
  const task = await agent.createPayment({ amount: 10_000, ...input })
  await stopAsking(task.artifacts.payment_id)
  return { task, bank: await paymentAtBank(task.artifacts.sca_redirect_url) }
}

async function tell(payment: BankPayment): Promise<void> {
  const raw = ipnBody(payment)
  expect((await deliver(raw, signIpn(raw))).status).toBe(200)
}

const reserved = (bank: BankPayment): BankPayment => ({
  ...bank,
  version: 2,
  status: "authorized",
  amounts: { ...bank.amounts, authorized: 10_000 },
  next_action: null,
})

interface Contradiction {
  readonly captures: readonly number[]
  readonly captured: number
  readonly refunds?: readonly number[]
  readonly refunded?: number
}

describe("a payment the bank contradicts itself about", () => {
  it.each([
    ["that it is released", { status: "voided", amounts: {} }],
    ["that less was captured", { status: "partially_captured", amounts: { captured: 4000 } }],
  ])("is held for review when it says of a captured one %s", async (_what, then) => {
    const { task, bank } = await opened({ capture: "manual" })
    const captures = [{ id: "cap_1", merchant_reference: null, amount: 10_000 }]
    const paid = { ...captured(bank), captures }
    await tell({ ...paid, version: 2 })
    await agent.settled(task.task_id)
    await nothingOwed(task.artifacts.payment_id)
    await tell({ ...paid, ...then, amounts: { ...paid.amounts, ...then.amounts }, version: 3 })
    await untilStored(task.artifacts.payment_id, "manual_review")
    expect((await agent.getTask(task.task_id)).state).toBe("completed")
  })

  const refund = (amount: number) => ({ id: "ref_1", merchant_reference: null, amount, status: "succeeded" })

  it.each([
    ["captures that are less than what was captured", { captures: [4000], captured: 10_000 }],
    ["captures that are more than what was captured", { captures: [4000, 7000], captured: 10_000 }],
    ["more refunded than captured", { captures: [4000], captured: 4000, refunds: [5000], refunded: 5000 }],
    ["a refund that the sum does not have", { captures: [4000], captured: 4000, refunds: [3000] }],
    ["a sum refunded that no refund makes up", { captures: [4000], captured: 4000, refunded: 3000 }],
  ])("is held for review when it tells %s [BANK-61]", async (_what, contradiction) => {
    const { task, bank } = await opened({ capture: "manual" })
    const { captures, captured, refunds = [], refunded = 0 } = contradiction as Contradiction
    const state: BankPayment = {
      ...{ ...reserved(bank), version: 3, status: captured < 10_000 ? "partially_captured" : "captured" },
      amounts: { ...reserved(bank).amounts, captured, refunded },
      captures: captures.map((amount, n) => ({ id: `cap_${n}`, merchant_reference: null, amount })),
      refunds: refunds.map(refund),
    }
    await tell(state)
    await untilStored(task.artifacts.payment_id, "manual_review")
    expect((await underReview(task.artifacts.payment_id)).review_reason).toContain("amounts differs")
  })

  it("is held for review when what it has refunded becomes less [BANK-61]", async () => {
    const { task, bank } = await opened()
    const paid = { ...captured(bank), refunds: [refund(4000)] }
    await tell({ ...paid, version: 2, amounts: { ...paid.amounts, refunded: 4000 } })
    await untilStored(task.artifacts.payment_id, "captured")
    await tell({ ...captured(bank), version: 3 })
    await untilStored(task.artifacts.payment_id, "manual_review")
  })

  it("fails the task that waits, and settles nothing the store had not acted on yet [BANK-11]", async () => {
    const { task, bank } = await opened()
    const act = await slowToAct(task.artifacts.payment_id, "captured")
    await tell(captured(bank))
    await untilStored(task.artifacts.payment_id, "captured")
    await tell({ ...captured(bank), version: 3, amount: 9900 })
    await untilStored(task.artifacts.payment_id, "manual_review")
    await act()
    await nothingOwed(task.artifacts.payment_id)
    expect(await agent.settled(task.task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "under_review" } },
    })
    const order = await orderOf(task)
    expect([capturesOf(order), refundsOf(order), timesPlaced(order)]).toEqual([[], [], 0])
    expect((await underReview(task.artifacts.payment_id)).review_reason).toContain("amount differs")
  })

  it("is not held for review by what the bank said before it knew better", async () => {
    const { task, bank } = await opened()
    await tell({ ...captured(bank), version: 3 })
    await agent.settled(task.task_id)
    await tell({ ...bank, version: 2, status: "declined" })
    const { status, events } = await eventually(async () => {
      const trace = await tracePayment(task.artifacts.payment_id)
      return trace.events.every(({ verdict }) => verdict) ? trace : undefined
    })
    expect([status, events.map(({ verdict }) => verdict).sort()]).toEqual(["captured", ["stale", "taken"]])
  })
})

describe("a reservation that ends before the store has acted on it", () => {
  it.each(["expired", "canceled", "declined"])("(%s) is no order, and nothing is owed", async (status) => {
    const { task, bank } = await opened({ capture: "manual" })
    const { payment_id } = task.artifacts
    const act = await slowToAct(payment_id, "authorized")
    await tell(reserved(bank))
    await untilStored(payment_id, "authorized")
    await tell({ ...reserved(bank), version: 3, status })
    await untilStored(payment_id, status)
    await act()
    await nothingOwed(payment_id)
    expect((await agent.settled(task.task_id)).state).toBe("failed")
    const order = await orderOf(task)
    expect([order.status, timesPlaced(order)]).toEqual(["canceled", 0])
  })
})

describe("an order canceled while captures and refunds of its payment are still to be recorded", () => {
  it("has both recorded, because its payment is not canceled in Medusa", async () => {
    const { task, bank } = await opened({ capture: "manual" })
    const { payment_id } = task.artifacts
    await tell(reserved(bank))
    await agent.settled(task.task_id)
    const act = await slowToAct(payment_id, "capture")
    const captures = [{ id: "cap_1", merchant_reference: null, amount: 4000 }]
    const refunds = [{ id: "ref_1", merchant_reference: null, amount: 4000, status: "succeeded" }]
    const amounts = { ...reserved(bank).amounts, captured: 4000, refunded: 4000, voided: 6000 }
    await tell({ ...reserved(bank), version: 3, status: "captured", amounts, captures, refunds })
    await untilStored(payment_id, "captured")
    const { id } = await orderOf(task)
    expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
    await act()
    await eventually(async () => capturesOf(await orderOf(task)).length || undefined)
    await nothingOwed(payment_id)
    const order = await orderOf(task)
    expect([capturesOf(order), refundsOf(order)]).toEqual([[40], [40]])
    expect(paymentOf(order).canceled_at).toBeNull()
  })
})
