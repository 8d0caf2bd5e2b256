import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Agent, type Task, eventually } from "../support/agent"
import { type BankPayment, ipnBody } from "../support/bank"
import { fault, ledgerOf, performEffects, restoreBank, turn } from "../support/bank-ledger"
import { deliver, signIpn } from "../support/gwb"
import { runJob } from "../support/jobs"
import { adminPost, capturesOf, refundInAdmin, refundsOf, timesPlaced } from "../support/merchant"
import { orderOf, paid, payingAgent } from "../support/payments"
import { CARDS } from "../support/shopper"
import { tracePayment, underReview } from "../support/staff"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => restoreBank())

/** The bank's delay until the cardholder of the disputed test card disputes a payment. */
const DISPUTED_AFTER_SECONDS = 5

const OPEN = { amount: 10_000, currency: "EUR", reason: "fraudulent", status: "open" }

async function disputesOn(task: Task, count = 1, seconds = 20): Promise<object[]> {
  const disputes = await eventually(async () => {
    const { gw_disputes = [] } = (await orderOf(task)).metadata as { gw_disputes?: object[] }
    return gw_disputes.length >= count ? gw_disputes : undefined
  }, seconds)
  await performEffects(task.artifacts.payment_id)
  return disputes
}

async function expectMoneyUntouched(task: Task): Promise<void> {
  const order = await orderOf(task)
  expect([capturesOf(order), refundsOf(order), timesPlaced(order)]).toEqual([[100], [], 1])
  expect(order).toMatchObject({ status: "pending", payment_status: "captured", summary: { paid_total: 100 } })
  expect(await agent.getTask(task.task_id)).toMatchObject({
    state: "completed",
    artifacts: { payment: { status: "captured", captured_amount: 10_000, refunded_amount: 0 } },
  })
}

const dispute = async ({ artifacts }: Task) =>
  turn("dispute", { payment_id: (await ledgerOf(artifacts.payment_id)).id })

describe("a dispute", () => {
  it("appears on the order and in the review queue, and moves no money [BANK-49]", async () => {
    const task = await paid(agent, {}, CARDS.disputed)
    await turn("clock", { offset_s: DISPUTED_AFTER_SECONDS + 1 })
    expect(await disputesOn(task)).toEqual([
      {
        ...OPEN,
        id: expect.stringMatching(/^dsp_/) as string,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      },
    ])
    const { metadata } = await orderOf(task)
    expect(metadata.gw_review).toBe("Disputed by the cardholder: 100.00 EUR, fraudulent, open")
    expect(await tracePayment(task.artifacts.payment_id)).toMatchObject({
      status: "captured",
      review_reason: metadata.gw_review,
      disputes: [{ amount: 10_000, reason: "fraudulent", status: "open" }],
    })
    expect((await underReview(task.artifacts.payment_id)).review_reason).toBe(metadata.gw_review)
    await expectMoneyUntouched(task)
  })

  it("keeps the other entries in the order's metadata", async () => {
    const task = await paid(agent, { order_reference: "A-7" })
    const path = `/admin/orders/${(await orderOf(task)).id}`
    expect((await adminPost(path, { metadata: { packed_by: "Ioana", gifts: [1, 2] } })).status).toBe(200)
    await dispute(task)
    await disputesOn(task)
    await adminPost(path, { metadata: { shelf: "B4" } })
    await dispute(task)
    expect(await disputesOn(task, 2)).toMatchObject([OPEN, OPEN])
    expect((await orderOf(task)).metadata).toMatchObject({
      gw_payment_id: task.artifacts.payment_id,
      order_reference: "A-7",
      packed_by: "Ioana",
      gifts: [1, 2],
      shelf: "B4",
    })
  })

  it("appears once when its notification arrives five times", async () => {
    const task = await paid(agent)
    await fault({ ipn: { duplicate: 4 } })
    await dispute(task)
    expect(await disputesOn(task)).toHaveLength(1)
    const { effects } = await tracePayment(task.artifacts.payment_id)
    expect(effects.filter(({ key }) => key.startsWith("dispute:"))).toHaveLength(1)
  })

  it("is found when its notification is lost and the settled payment is no longer polled", async () => {
    const task = await paid(agent)
    await fault({ scope: { times: 1 }, ipn: { drop: true } })
    await dispute(task)
    await runJob("catch-up-events")
    expect(await disputesOn(task, 1, 50)).toMatchObject([OPEN])
  })

  /** Makes the bank report this status for all disputes of a payment, in a version `changes` above its ledger's. */
  async function decided(task: Task, status: string, changes = 1): Promise<void> {
    const payment = (await ledgerOf(task.artifacts.payment_id)) as unknown as BankPayment & {
      disputes: object[]
    }
    const disputes = payment.disputes.map((one) => ({ ...one, status }))
    const raw = ipnBody({ ...payment, version: payment.version + changes, disputes }, "payment.disputed")
    expect((await deliver(raw, signIpn(raw))).status).toBe(200)
    await eventually(async () => {
      const [now] = (await disputesOn(task)) as { status: string }[]
      return now?.status === status || undefined
    })
  }

  it("blocks a refund of its payment while it is open and when it is lost, but not when it is won [BANK-62]", async () => {
    const task = await paid(agent)
    const refund = async () => (await refundInAdmin(await orderOf(task), 100)).status
    await dispute(task)
    await disputesOn(task)
    expect(await refund()).toBe(400)
    await decided(task, "lost")
    expect(await refund()).toBe(400)
    await expectMoneyUntouched(task)
    await decided(task, "won", 2)
    expect(await refund()).toBe(200)
    expect((await ledgerOf(task.artifacts.payment_id)).amounts.refunded).toBe(10_000)
  })

  it("blocks the refund of a canceled order while it is open [BANK-62]", async () => {
    const task = await paid(agent)
    await dispute(task)
    await disputesOn(task)
    expect((await adminPost(`/admin/orders/${(await orderOf(task)).id}/cancel`)).status).toBe(200)
    await runJob("reconcile-payments")
    await runJob("reconcile-payments")
    expect((await ledgerOf(task.artifacts.payment_id)).amounts.refunded).toBe(0)
    expect((await underReview(task.artifacts.payment_id)).review_reason).toContain(
      "could not be refunded: disputed"
    )
  })

  it.each(["won", "lost"])("that is %s replaces its earlier status and moves no money", async (status) => {
    const task = await paid(agent)
    await dispute(task)
    const [open] = await disputesOn(task)
    await decided(task, status)
    expect(await disputesOn(task)).toEqual([{ ...open, status }])
    expect((await orderOf(task)).metadata.gw_review).toMatch(new RegExp(`open; Disputed .*, ${status}$`))
    await expectMoneyUntouched(task)
  })
})
