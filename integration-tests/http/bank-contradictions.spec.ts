import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Agent, type Task, eventually } from "../support/agent"
import { type BankPayment, captured, ipnBody, paymentAtBank } from "../support/bank"
import { performEffects } from "../support/bank-ledger"
import { deliver, signIpn } from "../support/gwb"
import { readEventsAgain, disablePolling } from "../support/lookups"
import { adminPost, capturesOf, paymentOf, refundsOf, timesPlaced } from "../support/merchant"
import { orderOf, payingAgent } from "../support/payments"
import { slowToAct, untilStored } from "../support/slow-store"
import { tracePayment, underReview } from "../support/staff"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => readEventsAgain())

/** A payment of 100.00 EUR about which the store learns from this test's notifications only. */
async function opened(input: object = {}): Promise<{ task: Task; bank: BankPayment }> {
  const task = await agent.createPayment({ amount: 10_000, ...input })
  await disablePolling(task.artifacts.payment_id)
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

describe("a payment with contradictory bank updates", () => {
  it.each([
    ["a void", { status: "voided", amounts: {} }],
    ["a lower captured amount", { status: "partially_captured", amounts: { captured: 4000 } }],
  ])("needs review when the bank reports %s after the capture", async (_what, then) => {
    const { task, bank } = await opened({ capture: "manual" })
    const captures = [{ id: "cap_1", merchant_reference: null, amount: 10_000 }]
    const paid = { ...captured(bank), captures }
    await tell({ ...paid, version: 2 })
    await agent.settled(task.task_id)
    await performEffects(task.artifacts.payment_id)
    await tell({ ...paid, ...then, amounts: { ...paid.amounts, ...then.amounts }, version: 3 })
    await untilStored(task.artifacts.payment_id, "manual_review")
    expect((await agent.getTask(task.task_id)).state).toBe("completed")
  })

  const refund = (amount: number) => ({ id: "ref_1", merchant_reference: null, amount, status: "succeeded" })

  it.each([
    ["captures with a sum below the captured amount", { captures: [4000], captured: 10_000 }],
    ["captures with a sum above the captured amount", { captures: [4000, 7000], captured: 10_000 }],
    [
      "a refunded amount above the captured amount",
      { captures: [4000], captured: 4000, refunds: [5000], refunded: 5000 },
    ],
    [
      "a refund that the refunded amount does not include",
      { captures: [4000], captured: 4000, refunds: [3000] },
    ],
    ["a refunded amount without refunds", { captures: [4000], captured: 4000, refunded: 3000 }],
  ])("needs review when the bank reports %s [BANK-61]", async (_what, contradiction) => {
    const { task, bank } = await opened({ capture: "manual" })
    const { captures, captured, refunds = [], refunded = 0 } = contradiction as Contradiction
    const state: BankPayment = {
      ...reserved(bank),
      version: 3,
      status: captured < 10_000 ? "partially_captured" : "captured",
      amounts: { ...reserved(bank).amounts, captured, refunded },
      captures: captures.map((amount, n) => ({ id: `cap_${n}`, merchant_reference: null, amount })),
      refunds: refunds.map(refund),
    }
    await tell(state)
    await untilStored(task.artifacts.payment_id, "manual_review")
    expect((await underReview(task.artifacts.payment_id)).review_reason).toContain("amounts differs")
  })

  it("needs review when its refunded amount decreases [BANK-61]", async () => {
    const { task, bank } = await opened()
    const paid = { ...captured(bank), refunds: [refund(4000)] }
    await tell({ ...paid, version: 2, amounts: { ...paid.amounts, refunded: 4000 } })
    await untilStored(task.artifacts.payment_id, "captured")
    await tell({ ...captured(bank), version: 3 })
    await untilStored(task.artifacts.payment_id, "manual_review")
  })

  it("fails the waiting task, and settles nothing the store had not acted on yet [BANK-11]", async () => {
    const { task, bank } = await opened()
    const act = await slowToAct(task.artifacts.payment_id, "captured")
    await tell(captured(bank))
    await untilStored(task.artifacts.payment_id, "captured")
    await tell({ ...captured(bank), version: 3, amount: 9900 })
    await untilStored(task.artifacts.payment_id, "manual_review")
    await act()
    await performEffects(task.artifacts.payment_id)
    expect(await agent.settled(task.task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "under_review" } },
    })
    const order = await orderOf(task)
    expect([capturesOf(order), refundsOf(order), timesPlaced(order)]).toEqual([[], [], 0])
    expect((await underReview(task.artifacts.payment_id)).review_reason).toContain("amount differs")
  })

  it("needs no review because of an outdated update", async () => {
    const { task, bank } = await opened()
    await tell({ ...captured(bank), version: 3 })
    await agent.settled(task.task_id)
    await tell({ ...bank, version: 2, status: "declined" })
    const { status, events } = await eventually(async () => {
      const trace = await tracePayment(task.artifacts.payment_id)
      return trace.events.every(({ verdict }) => verdict) ? trace : undefined
    })
    expect([status, events.map(({ verdict }) => verdict).sort()]).toEqual(["captured", ["applied", "stale"]])
  })
})

describe("an authorization that ends before the store has acted on it", () => {
  it.each(["expired", "canceled", "declined"])(
    "(%s) places no order and leaves no pending effect",
    async (status) => {
      const { task, bank } = await opened({ capture: "manual" })
      const { payment_id } = task.artifacts
      const act = await slowToAct(payment_id, "authorized")
      await tell(reserved(bank))
      await untilStored(payment_id, "authorized")
      await tell({ ...reserved(bank), version: 3, status })
      await untilStored(payment_id, status)
      await act()
      await performEffects(payment_id)
      expect((await agent.settled(task.task_id)).state).toBe("failed")
      const order = await orderOf(task)
      expect([order.status, timesPlaced(order)]).toEqual(["canceled", 0])
    }
  )
})

describe("an order canceled while captures and refunds of its payment are not recorded yet", () => {
  it("gets both records, because its payment is not canceled in Medusa", async () => {
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
    await performEffects(payment_id)
    const order = await orderOf(task)
    expect([capturesOf(order), refundsOf(order)]).toEqual([[40], [40]])
    expect(paymentOf(order).canceled_at).toBeNull()
  })
})
