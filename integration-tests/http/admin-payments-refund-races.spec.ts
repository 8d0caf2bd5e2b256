import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type Agent, eventually } from "../support/agent"
import { ledgerOf, performEffects, restoreBank, turn } from "../support/bank-ledger"
import { expectBooks } from "../support/books"
import { sql } from "../support/database"
import { pauseJob, runJobAlone } from "../support/jobs"
import { adminFetch, adminPost, type Order, refundInAdmin, refundsOf } from "../support/merchant"
import { authorized, idOf, orderOf, paid, payingAgent } from "../support/payments"
import { act } from "../support/staff"
import { blockInserts, lockTable } from "../support/table-lock"

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
      const task = await authorized(agent)
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
    const task = await authorized(agent)
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

  it("interrupted before its credit line has it before the merchant can add another one [BANK-73]", async () => {
    onTestFinished(await pauseJob("end-interrupted"))
    const task = await authorized(agent)
    const order = await orderOf(task)
    expect((await act(idOf(task), "capture", { amount: 5000 })).status).toBe(200)
    await performEffects(idOf(task))
    expect((await refundInAdmin(order, 10)).status).toBe(200)
    await expectBooks(task, [50], [10])
    await sql("delete from order_credit_line where order_id = $1", [order.id])
    await sql(
      `insert into gw_refund_baseline (order_id, holder, pending, refunded, credited)
       values ($1, 'killed', 50, 0, 0)`,
      [order.id]
    )
    const gift = { amount: 20, reference: "gift", reference_id: "gift" }
    const add = () => adminPost(`/admin/orders/${order.id}/credit-lines`, gift)
    const expectRefused = async () => {
      const refused = await add()
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringMatching("Retry in two minutes, when it is completed, or when the open edit"),
      ])
    }
    await expectRefused()
    const written = "update gw_refund_baseline set written_at = written_at - interval '5 minutes'"
    await sql(`${written} where order_id = $1`, [order.id])
    expect((await adminPost("/admin/order-edits", { order_id: order.id })).status).toBe(200)
    await expectRefused()
    expect((await adminFetch(`/admin/order-edits/${order.id}`, { method: "DELETE" })).status).toBe(200)
    expect((await add()).status).toBe(200)
    const { summary, credit_lines } = await orderOf(task)
    expect(credit_lines.map(({ amount }) => amount).sort()).toEqual([10, 20])
    expect(summary).toMatchObject({ pending_difference: 30, current_order_total: 70, refunded_total: 10 })
    expect(await baselineOf(order)).toEqual([])
  })

  it("whose credit line Medusa rejects is the reason for which the merchant's own one is refused", async () => {
    onTestFinished(await pauseJob("end-interrupted"))
    const task = await paid(agent)
    const order = await orderOf(task)
    expect((await refundInAdmin(order, 50)).status).toBe(200)
    await expectBooks(task, [100], [50])
    await sql(
      `insert into gw_refund_baseline (order_id, holder, pending, refunded, credited, written_at)
       values ($1, 'killed', -25, 0, 30, now() - interval '5 minutes')`,
      [order.id]
    )
    const gift = { amount: 20, reference: "gift", reference_id: "gift" }
    const refused = await adminPost(`/admin/orders/${order.id}/credit-lines`, gift)
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("lacks its credit line, which must be added first, and Medusa rejects it"),
    ])
    expect((await orderOf(task)).credit_lines).toMatchObject([{ amount: 50 }])
    await sql("delete from gw_refund_baseline where order_id = $1", [order.id])
  })
})
