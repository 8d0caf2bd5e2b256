import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Agent, type Task, eventually } from "../support/agent"
import { clearFaults, fault, ledgerOf } from "../support/bank-ledger"
import { sql } from "../support/database"
import { timesPlaced } from "../support/merchant"
import { orderOf, payingAgent } from "../support/payments"
import {
  act,
  auditOf,
  listPayments,
  payWithForgedNotification,
  paymentWithTimeline,
  underReview,
} from "../support/staff"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => clearFaults())

/** A payment that needs review because a notification reported another amount. */
async function taskUnderReview(): Promise<Task> {
  const task = await agent.createPayment({ amount: 10_000 })
  await payWithForgedNotification(task)
  return task
}

const NOTE = { note: "The bank's own page says 100.00; its message was wrong." }

describe("closing a review", () => {
  it("removes the payment from the queue and the note from the order, and stores who closed it, when and why [ADM-10]", async () => {
    const task = await taskUnderReview()
    const { payment_id } = task.artifacts
    await eventually(async () => Boolean((await orderOf(task)).metadata.gw_review) || undefined)
    const { status, body } = await act(payment_id, "review/resolve", NOTE)
    expect([status, body.payment.review_reason]).toEqual([200, null])
    const { payments } = await listPayments({ review: "true", limit: "100" })
    expect(payments.map((payment) => payment.payment_id)).not.toContain(payment_id)
    expect((await orderOf(task)).metadata).not.toHaveProperty("gw_review")
    const { timeline } = await paymentWithTimeline(payment_id)
    expect(timeline.filter(({ kind }) => kind === "review")).toMatchObject([
      { code: "opened", detail: { reason: "amount differs" } },
      {
        code: "resolved",
        detail: { reason: "amount differs", ...NOTE, by: expect.stringContaining("@") as string },
      },
    ])
    expect(await auditOf(payment_id, "payment_review_resolved")).toMatchObject([
      { actor_type: "user", detail: { reason: "amount differs", ...NOTE } },
    ])
  })

  it("follows a list, a detail and a timeline that show the expected and the reported amount [ADM-10]", async () => {
    const { payment_id } = (await taskUnderReview()).artifacts
    const reported = { amount: 10_001, captured_amount: 10_000, currency: "EUR", status: "captured" }
    const difference = { what: "amount", expected: { amount: 10_000, currency: "EUR" }, reported }
    const open = [{ reason: "amount differs", difference }]
    const { payments } = await listPayments({ review: "true", limit: "100" })
    const listed = payments.find((payment) => payment.payment_id === payment_id)
    expect(listed).toMatchObject({ display_status: "needs_review", reviews: open })
    const { reviews, timeline } = await paymentWithTimeline(payment_id)
    expect(reviews).toMatchObject(open)
    const [opened] = timeline.filter(({ kind }) => kind === "review")
    expect(opened).toMatchObject({ code: "opened", detail: { difference } })
    await act(payment_id, "review/resolve", NOTE)
    expect((await paymentWithTimeline(payment_id)).reviews).toEqual([])
  })

  it("queries the bank at once and returns the updated payment with its timeline [ADM-10]", async () => {
    const { payment_id } = (await taskUnderReview()).artifacts
    const { body } = await act(payment_id, "review/resolve", NOTE)
    expect(body.payment).toMatchObject({ status: "captured", display_status: "paid", reviews: [] })
    expect(body.payment).toEqual(await paymentWithTimeline(payment_id))
  })

  it("works also when the bank does not answer, and the payment stays in manual review [ADM-10]", async () => {
    const { payment_id } = (await taskUnderReview()).artifacts
    await fault({ scope: { times: 40 }, api: { status: 500 } })
    const { status, body } = await act(payment_id, "review/resolve", NOTE)
    expect([status, body.payment.display_status, body.payment.reviews]).toEqual([200, "manual_review", []])
  })

  it("lets the next correct bank update settle the payment: payment and order agree [ADM-10]", async () => {
    const task = await taskUnderReview()
    const { payment_id } = task.artifacts
    const moved = await act(payment_id, "refund", { amount: 100 })
    expect(moved).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("Close its review") as string },
    })
    expect((await act(payment_id, "reconcile")).body.payment.status).toBe("manual_review")
    await act(payment_id, "review/resolve", NOTE)
    const { body } = await act(payment_id, "reconcile")
    expect(body.payment).toMatchObject({ status: "captured", captured_amount: 10_000, review_reason: null })
    expect((await ledgerOf(payment_id)).amounts.captured).toBe(10_000)
    expect(await orderOf(task)).toMatchObject({ payment_status: "captured" })
  })

  it("applies the effects that were skipped meanwhile: the order is paid and announced once", async () => {
    const task = await taskUnderReview()
    const { payment_id } = task.artifacts
    await sql(
      "insert into gw_effect (payment_id, key, effect, done_at) values ($1, 'captured', 'captured', now())",
      [payment_id]
    )
    await act(payment_id, "review/resolve", NOTE)
    await act(payment_id, "reconcile")
    const order = await orderOf(task)
    expect(order).toMatchObject({ payment_status: "captured" })
    expect(timesPlaced(order)).toBe(1)
  })

  it("is not undone by the same bank update, but a new contradiction opens another review", async () => {
    const { artifacts } = await taskUnderReview()
    const { payment_id } = artifacts
    await act(payment_id, "review/resolve", NOTE)
    await act(payment_id, "reconcile")
    expect((await paymentWithTimeline(payment_id)).review_reason).toBeNull()
    await fault({ scope: { times: 1 }, ipn: { forge: "currency_mismatch" } })
    expect((await act(payment_id, "refund", { amount: 100 })).status).toBeLessThan(300)
    expect(await underReview(payment_id)).toMatchObject({ review_reason: "currency differs" })
  })

  it("succeeds for one of two simultaneous requests, and fails for a request that has not seen every reason", async () => {
    const { payment_id } = (await taskUnderReview()).artifacts
    const unread = await act(payment_id, "review/resolve", { ...NOTE, review_reason: "" })
    expect(unread).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("A reason was added meanwhile") as string },
    })
    const seen = { ...NOTE, review_reason: "amount differs" }
    const answers = await Promise.all([1, 2].map(() => act(payment_id, "review/resolve", seen)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await auditOf(payment_id, "payment_review_resolved")).toHaveLength(1)
  })

  it("is rejected when no review is open, and for an unknown payment", async () => {
    const { artifacts } = await agent.createPayment()
    expect(await act(artifacts.payment_id, "review/resolve", NOTE)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("This payment has no open review") as string },
    })
    expect((await act(`pay_${"0".repeat(24)}`, "review/resolve", NOTE)).status).toBe(404)
  })
})
