import { afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Agent } from "../support/agent"
import { ledgerOf, performEffects, restoreBank, turn } from "../support/bank-ledger"
import { expectBooks } from "../support/books"
import { capturesOf, refundInAdmin, refundsOf } from "../support/merchant"
import { authorized, idOf, orderOf, paid, payingAgent } from "../support/payments"
import { CARDS } from "../support/shopper"
import { act, auditOf, paymentWithTimeline, tracePayment } from "../support/staff"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => restoreBank())

/** The bank's answers to calls that move a payment's money, from the timeline. */
const answersIn = async (id: string) =>
  (await paymentWithTimeline(id)).timeline.filter(({ kind }) => kind === "answer").map(({ code }) => code)

describe("a refund by staff", () => {
  it("refunds a part and then the rest, with its reason in the audit log", async () => {
    const task = await paid(agent)
    const part = await act(idOf(task), "refund", { amount: 3000, reason: "One cup was broken" })
    expect(part).toMatchObject({ status: 200, body: { payment: { refunded_amount: 3000 } } })
    expect((await act(idOf(task), "refund")).body.payment).toMatchObject({ refunded_amount: 10_000 })
    await expectBooks(task, [100], [30, 70])
    const [, first] = await auditOf(idOf(task), "payment_refund_requested")
    expect(first?.detail).toMatchObject({ amount: 3000, reason: "One cup was broken" })
  })

  it("never exceeds the captured amount while other refunds and one in Medusa's admin run at once [ADM-08]", async () => {
    const task = await paid(agent)
    const order = await orderOf(task)
    const [medusa, ...ours] = await Promise.all([
      refundInAdmin(order, 60),
      ...[1, 2, 3].map(() => act(idOf(task), "refund", { amount: 6000 })),
    ])
    expect([medusa, ...ours].filter(({ status }) => status === 200)).toHaveLength(1)
    await performEffects(idOf(task))
    expect((await ledgerOf(idOf(task))).amounts.refunded).toBe(6000)
    expect(refundsOf(await orderOf(task))).toEqual([60])
    expect(capturesOf(await orderOf(task))).toEqual([100])
  })

  it("is rejected beyond the refundable amount, and before any capture", async () => {
    const task = await paid(agent)
    expect((await act(idOf(task), "refund", { amount: 10_001 })).body).toMatchObject({
      code: "amount_exceeds_captured",
      message: "The amount exceeds the remaining captured amount.",
    })
    expect(await act(idOf(await authorized(agent)), "refund")).toMatchObject({
      status: 400,
      body: { code: "invalid_state" },
    })
  })

  it("is pending and shown as accepted while the bank processes it, and also when it then fails [ADM-07]", async () => {
    const task = await paid(agent, {}, CARDS.refund_fails)
    const accepted = await act(idOf(task), "refund", { amount: 4000 })
    expect(accepted).toMatchObject({ status: 202, body: { is_pending: true } })
    expect(await answersIn(idOf(task))).toEqual(["accepted"])
    await turn("clock", { offset_s: 10 })
    await expect
      .poll(async () => (await tracePayment(idOf(task))).review_reason)
      .toContain("A refund of 40.00 EUR failed at the bank")
    expect(refundsOf(await orderOf(task))).toEqual([])
    expect(await answersIn(idOf(task))).toEqual(["accepted"])
  })

  it("is shown as done in the timeline when the bank has completed it [ADM-07]", async () => {
    const task = await paid(agent)
    await act(idOf(task), "refund", { amount: 4000 })
    await performEffects(idOf(task))
    expect(await answersIn(idOf(task))).toEqual(["done"])
  })

  it("is shown as done in the timeline when it is a void [ADM-07]", async () => {
    const task = await authorized(agent)
    await act(idOf(task), "void")
    expect(await answersIn(idOf(task))).toEqual(["done"])
  })
})
