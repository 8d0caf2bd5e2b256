import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest"
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
import { expectBooks } from "../support/books"
import { sql } from "../support/database"
import { blockInserts, lockTable } from "../support/table-lock"
import { runJobAlone } from "../support/jobs"
import { adminPost, capturesOf, type Order, paymentOf, refundInAdmin, refundsOf } from "../support/merchant"
import { orderOf, paid, payingAgent } from "../support/payments"
import { CARDS, authenticate } from "../support/shopper"
import { act, auditOf, paymentWithTimeline, tracePayment } from "../support/staff"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => restoreBank())

const baselineOf = ({ id }: Order) => sql("select order_id from gw_refund_baseline where order_id = $1", [id])
const lockOf = ({ id }: Order) =>
  sql<{ holder: string }>("select holder from gw_cart_lock where cart_id = $1", [`refunds of ${id}`])
const changesOf = async ({ id }: Order) =>
  (await sql<{ status: string }>("select status from order_change where order_id = $1", [id])).map(
    ({ status }) => status
  )
/** Ends the refund lock of an order until a waiting request has it. */
async function loseLock(order: Order): Promise<void> {
  const [lock] = await lockOf(order)
  await eventually(async () => {
    await sql("update gw_cart_lock set leased_until = now() - interval '1 second' where holder = $1", [
      lock?.holder,
    ])
    return (await lockOf(order))[0]?.holder === lock?.holder ? undefined : true
  })
}
/** Runs the job that adds missing credit lines until no refund of the order is left to complete. */
async function endInterrupted(order: Order): Promise<void> {
  await eventually(async () => {
    const written = "update gw_refund_baseline set written_at = written_at - interval '5 minutes'"
    await sql(`${written} where order_id = $1`, [order.id])
    await runJobAlone("end-interrupted")
    return (await baselineOf(order)).length ? undefined : true
  })
}
const reserved = () => paid(agent, { capture: "manual" })
const idOf = ({ artifacts }: Task) => artifacts.payment_id
const five = <T>(ask: () => Promise<T>) => Promise.all([1, 2, 3, 4, 5].map(ask))
/** The bank's answers to calls that move a payment's money, from the timeline. */
const answersIn = async (id: string) =>
  (await paymentWithTimeline(id)).timeline.filter(({ kind }) => kind === "answer").map(({ code }) => code)
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe("a capture by staff", () => {
  it("captures in parts: bank, order and transactions agree, and the audit log names the staff member [ADM-08]", async () => {
    const task = await reserved()
    const part = await act(idOf(task), "capture", { amount: 2500 })
    expect(part).toMatchObject({
      status: 200,
      body: { is_pending: false, payment: { status: "partially_captured", captured_amount: 2500 } },
    })
    expect((await paymentWithTimeline(idOf(task))).movable).toMatchObject({
      capture: 7500,
      refund: 2500,
      void: false,
    })
    const rest = await act(idOf(task), "capture")
    expect(rest.body.payment).toMatchObject({ status: "captured", captured_amount: 10_000 })
    await expectBooks(task, [25, 75])
    expect(await orderOf(task)).toMatchObject({ payment_status: "captured" })
    expect(await auditOf(idOf(task), "payment_capture_requested")).toMatchObject([
      { actor_type: "user", actor_id: expect.stringMatching(/^user_/) as string, detail: { amount: 7500 } },
      { detail: { amount: 2500, currency: "EUR" } },
    ])
  })

  it("captures once when five requests arrive at once [ADM-08]", async () => {
    const task = await reserved()
    const answers = await five(() => act(idOf(task), "capture"))
    expect(statuses(answers)).toEqual([200, 400, 400, 400, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body.message).toBe("The payment is already captured completely.")
    await expectBooks(task, [100])
    expect((await ledgerOf(idOf(task))).captures).toHaveLength(1)
  })

  it("captures once for an idempotency key sent five times at once, and returns the same answer", async () => {
    const task = await reserved()
    const answers = await five(() => act(idOf(task), "capture", { amount: 1000 }, `key-${idOf(task)}`))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { payment: { captured_amount: 1000 } } })
    await expectBooks(task, [10])
    const other = await act(idOf(task), "capture", { amount: 2000 }, `key-${idOf(task)}`)
    expect(other).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } })
    expect((await act(idOf(task), "capture", {}, "a key")).status).toBe(400)
  })

  it("is rejected with the reason beyond the authorized amount and without an authorization", async () => {
    const task = await reserved()
    const more = await act(idOf(task), "capture", { amount: 10_001 })
    expect(more).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: "The amount exceeds the remaining authorized amount." },
    })
    const open = await agent.createPayment()
    expect((await act(idOf(open), "capture")).body.message).toBe(
      "The payment has no authorized amount, so there is nothing to capture."
    )
    expect((await ledgerOf(idOf(task))).amounts.captured).toBe(0)
  })

  it("is pending while its outcome is unknown, blocks other captures, and completes after a look-up at the bank", async () => {
    const task = await reserved()
    await fault({ scope: { times: 40 }, api: { execute_then_fail: true }, ipn: { drop: true } })
    const accepted = await act(idOf(task), "capture", { amount: 4000 })
    expect(accepted).toMatchObject({ status: 202, body: { is_pending: true } })
    const again = await act(idOf(task), "capture", { amount: 4000 })
    expect(again).toMatchObject({
      status: 503,
      body: { message: "The outcome of an earlier capture is not known yet. Try again later." },
    })
    await clearFaults()
    const { body } = await act(idOf(task), "reconcile")
    expect(body.payment).toMatchObject({ captured_amount: 4000 })
    await expectBooks(task, [40])
  })
})

describe("a void by staff", () => {
  it("voids the authorization at the bank and in Medusa, once", async () => {
    const task = await reserved()
    const answers = await five(() => act(idOf(task), "void"))
    expect(statuses(answers)).toEqual([200, 400, 400, 400, 400])
    expect((await ledgerOf(idOf(task))).status).toBe("voided")
    await performEffects(idOf(task))
    expect(paymentOf(await orderOf(task)).canceled_at).not.toBeNull()
    expect(await auditOf(idOf(task), "payment_void_requested")).toHaveLength(1)
    expect((await act(idOf(task), "capture")).status).toBe(400)
  })

  it("cancels a payment without customer authentication, and its order", async () => {
    const task = await agent.createPayment()
    expect(await act(idOf(task), "void")).toMatchObject({
      status: 200,
      body: { payment: { status: "canceled" } },
    })
    expect(await agent.settled(task.task_id)).toMatchObject({ state: "failed" })
    expect(await orderOf(task)).toMatchObject({ status: "canceled" })
  })

  it("is rejected after a capture, and accepts no amount", async () => {
    const task = await paid(agent)
    expect((await act(idOf(task), "void")).body.message).toBe(
      "The payment is already captured. Refund it instead."
    )
    expect((await act(idOf(task), "void", { amount: 1 })).status).toBe(400)
    expect((await ledgerOf(idOf(task))).status).toBe("captured")
  })
})

describe("a refund by staff", () => {
  it("and a refund in Medusa's own page at the same time are both in the order's totals [BANK-71]", async () => {
    const task = await paid(agent)
    const order = await orderOf(task)
    const changes = await lockTable("order_change")
    const inAdmin = refundInAdmin(order, 30)
    await changes.stopped()
    const byStaff = act(idOf(task), "refund", { amount: 3000 })
    await changes.contended()
    await changes.release()
    expect([(await inAdmin).status, (await byStaff).status]).toEqual([200, 200])
    await expectBooks(task, [100], [30, 30])
    const { summary } = await orderOf(task)
    expect(summary).toMatchObject({ pending_difference: 0, current_order_total: 40, refunded_total: 60 })
    await eventually(async () => ((await baselineOf(order)).length ? undefined : true))
  })

  it.each(["before", "after"])(
    "and a credit line that the merchant begins %s it each confirm their own order change [BANK-71]",
    async (when) => {
      const task = await reserved()
      const order = await orderOf(task)
      expect((await act(idOf(task), "capture", { amount: 5000 })).status).toBe(200)
      await performEffects(idOf(task))
      const gift = { amount: 20, reference: "gift", reference_id: "gift" }
      const calls = [
        () => adminPost(`/admin/orders/${order.id}/credit-lines`, gift),
        () => act(idOf(task), "refund", { amount: 1000 }),
      ]
      const [first, second] = when === "before" ? calls : calls.reverse()
      const changes = await lockTable("order_change")
      const begun = first?.()
      await changes.stopped()
      const next = second?.()
      await changes.contended()
      await changes.release()
      expect([(await begun)?.status, (await next)?.status]).toEqual([200, 200])
      await expectBooks(task, [50], [10])
      const { summary, credit_lines } = await orderOf(task)
      expect(credit_lines.map(({ amount }) => amount).sort()).toEqual([10, 20])
      expect(summary).toMatchObject({ pending_difference: 30, current_order_total: 70, refunded_total: 10 })
      expect(await changesOf(order)).toEqual(["confirmed", "confirmed"])
      await eventually(async () => ((await baselineOf(order)).length ? undefined : true))
    }
  )

  it("and a cancellation in Medusa's admin that the merchant begins during it each write their own credit line [BANK-71]", async () => {
    const task = await paid(agent)
    const order = await orderOf(task)
    const changes = await lockTable("order_change")
    const byStaff = act(idOf(task), "refund", { amount: 3000 })
    await changes.stopped()
    const canceled = adminPost(`/admin/orders/${order.id}/cancel`)
    await changes.contended()
    await changes.release()
    expect([(await byStaff).status, (await canceled).status]).toEqual([200, 200])
    await expectBooks(task, [100], [30, 70])
    const { status, summary, credit_lines } = await orderOf(task)
    expect(credit_lines.map(({ amount }) => amount).sort()).toEqual([30, 70])
    expect([status, summary]).toMatchObject([
      "canceled",
      { pending_difference: 0, current_order_total: 0, refunded_total: 100 },
    ])
    expect(await changesOf(order)).toEqual(["confirmed", "confirmed"])
  })

  it("that begins while another one, which has lost its lock, is being recorded leaves nothing outstanding [BANK-73]", async () => {
    const task = await reserved()
    const order = await orderOf(task)
    const gift = { amount: 20, reference: "gift", reference_id: "gift" }
    expect((await adminPost(`/admin/orders/${order.id}/credit-lines`, gift)).status).toBe(200)
    expect((await act(idOf(task), "capture")).status).toBe(200)
    // The second refund has read the outstanding amount before the first one is recorded, and is recorded after it.
    const secondRecord = await blockInserts("refund", "new.amount = 25")
    const refunds = await lockTable("refund")
    await turn("refund", { payment_id: (await ledgerOf(idOf(task))).id, amount: 3000 })
    await refunds.stopped()
    const second = refundInAdmin(order, 25)
    await loseLock(order)
    await refunds.contended()
    await refunds.release()
    const firstLine = "select id from order_credit_line where order_id = $1 and amount = 10"
    await eventually(async () => ((await sql(firstLine, [order.id])).length ? true : undefined))
    await secondRecord.stopped()
    await secondRecord.release()
    expect((await second).status).toBe(200)
    await performEffects(idOf(task))
    await expectBooks(task, [100], [25, 30])
    await endInterrupted(order)
    const { summary } = await orderOf(task)
    expect(summary).toMatchObject({ pending_difference: 0, current_order_total: 45, refunded_total: 55 })
  })

  it("and another one, which has lost its lock, each confirm their own order change, once [BANK-73]", async () => {
    const task = await paid(agent)
    const order = await orderOf(task)
    const changes = await lockTable("order_change")
    const first = act(idOf(task), "refund", { amount: 3000 })
    await changes.stopped()
    const second = refundInAdmin(order, 25)
    await loseLock(order)
    await changes.stopped(2)
    const lines = await blockInserts("order_credit_line", "true")
    await changes.release()
    await lines.stopped()
    await lines.contended()
    await lines.release()
    expect([(await first).status, (await second).status]).toEqual([200, 200])
    await performEffects(idOf(task))
    await expectBooks(task, [100], [25, 30])
    await endInterrupted(order)
    const { summary } = await orderOf(task)
    expect(summary).toMatchObject({ pending_difference: 0, current_order_total: 45, refunded_total: 55 })
    expect(await changesOf(order)).toEqual(["confirmed", "confirmed"])
  })

  it("while the order's paid amount counts a capture twice leaves nothing outstanding [BANK-73]", async () => {
    const task = await paid(agent)
    const order = await orderOf(task)
    await sql(
      `update order_summary set totals = totals || jsonb_build_object(
         'paid_total', 200, 'transaction_total', 200, 'pending_difference', -100, 'raw_paid_total', '{"value": "200"}'::jsonb,
         'raw_transaction_total', '{"value": "200"}'::jsonb, 'raw_pending_difference', '{"value": "-100"}'::jsonb)
        where order_id = $1`,
      [order.id]
    )
    await turn("refund", { payment_id: (await ledgerOf(idOf(task))).id, amount: 3000 })
    await eventually(async () => refundsOf(await orderOf(task)).length || undefined)
    await performEffects(idOf(task))
    await expectBooks(task, [100], [30])
    await sql("update gw_refund_baseline set written_at = written_at - interval '5 minutes'")
    await runJobAlone("end-interrupted")
    const { summary } = await orderOf(task)
    expect(summary).toMatchObject({ pending_difference: 0, current_order_total: 70, refunded_total: 30 })
    expect(await baselineOf(order)).toEqual([])
  })

  it.each([
    ["has all its credit lines", 30, true],
    ["had an outstanding amount of part of the refund", 40, true],
    ["lacks a credit line that Medusa rejects", 25, false],
  ])(
    "interrupted by a killed store adds no credit line when the order %s",
    async (_, outstanding, isOver) => {
      const task = await paid(agent)
      const order = await orderOf(task)
      expect((await refundInAdmin(order, 50)).status).toBe(200)
      await expectBooks(task, [100], [50])
      const before = (await orderOf(task)).credit_lines
      expect(before).toMatchObject([{ amount: 50 }])
      await sql(
        `insert into gw_refund_baseline (order_id, holder, pending, refunded, credited, written_at)
       values ($1, 'killed', $2, 0, 30, now() - interval '5 minutes')`,
        [order.id, -outstanding]
      )
      await runJobAlone("end-interrupted")
      expect((await orderOf(task)).credit_lines).toEqual(before)
      expect(await baselineOf(order)).toHaveLength(isOver ? 0 : 1)
      await sql("delete from gw_refund_baseline where order_id = $1", [order.id])
    }
  )

  it.each([
    ["by the arithmetic", "99.9999999999999912"],
    ["because the total lies between two minor units", "99.995"],
  ])(
    "interrupted by a killed store leaves nothing outstanding when the order's amounts have rounding errors %s [BANK-73]",
    async (_, outstanding) => {
      const task = await paid(agent)
      const order = await orderOf(task)
      expect((await refundInAdmin(order, 100)).status).toBe(200)
      await expectBooks(task, [100], [100])
      await sql("delete from order_credit_line where order_id = $1", [order.id])
      const price = "unit_price = $2::numeric, raw_unit_price = jsonb_build_object('value', $2::text)"
      const lines = "select item_id from order_item where order_id = $1"
      await sql(`update order_line_item set ${price} where id in (${lines})`, [order.id, outstanding])
      await sql(`update order_item set ${price} where order_id = $1`, [order.id, outstanding])
      await sql(
        `insert into gw_refund_baseline (order_id, holder, pending, refunded, credited, written_at)
       values ($1, 'killed', 0, 0, 0, now() - interval '5 minutes')`,
        [order.id]
      )
      await runJobAlone("end-interrupted")
      const { credit_lines } = await orderOf(task)
      expect(credit_lines.map(({ amount }) => Number(amount))).toEqual([Number(outstanding)])
      expect(await baselineOf(order)).toEqual([])
    }
  )

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
    expect(await act(idOf(await reserved()), "refund")).toMatchObject({
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
    const task = await reserved()
    await act(idOf(task), "void")
    expect(await answersIn(idOf(task))).toEqual(["done"])
  })
})

describe("reconciling a payment on request", () => {
  it("settles a payment whose notifications were lost, and returns its new state [ADM-09]", async () => {
    onTestFinished(await withoutEventFeed())
    await fault({ scope: { times: 20 }, ipn: { drop: true } })
    const { artifacts, task_id } = await agent.createPayment({ amount: 10_000 })
    await authenticate(artifacts.sca_redirect_url)
    const { status, body } = await act(artifacts.payment_id, "reconcile")
    expect([status, body.payment.status, body.payment.captured_amount]).toEqual([200, "captured", 10_000])
    expect(body.outcome).toBe("changed")
    expect(await agent.settled(task_id)).toMatchObject({ state: "completed" })
  })

  it("reports that nothing changed, and that the bank does not know the payment [ADM-32]", async () => {
    const task = await paid(agent)
    await performEffects(idOf(task))
    expect(await act(idOf(task), "reconcile")).toMatchObject({
      status: 200,
      body: { outcome: "unchanged", payment: { status: "captured" } },
    })
    await sql("update gw_payment set merchant_reference = 'unheard ' || id where id = $1", [idOf(task)])
    expect((await act(idOf(task), "reconcile")).body).toMatchObject({
      outcome: "not_known",
      payment: { status: "captured" },
    })
  })

  it("reports that the bank does not answer", async () => {
    const task = await paid(agent)
    await fault({ scope: { times: 40 }, api: { status: 500 } })
    expect(await act(idOf(task), "reconcile")).toMatchObject({
      status: 503,
      body: { code: "bank_unavailable" },
    })
  })
})

describe("staff actions on payments", () => {
  const unknown = `pay_${"0".repeat(24)}`

  it.each(["capture", "void", "refund", "reconcile"] as const)(
    "answer 404 to the %s of an unknown payment",
    async (what) => {
      expect((await act(unknown, what)).status).toBe(404)
    }
  )

  it.each([
    ["capture", { amount: 0 }],
    ["capture", { amount: 1.5 }],
    ["capture", { amount: "100" }],
    ["capture", { final: true }],
    ["refund", { amount: -1 }],
    ["refund", { amount: 1e12 }],
    ["refund", { reason: "" }],
    ["void", { reason: "no" }],
    ["review/resolve", {}],
    ["review/resolve", { note: " " }],
  ] as const)("reject %s with %j", async (what, body) => {
    expect((await act(unknown, what, body)).status).toBe(400)
  })
})
