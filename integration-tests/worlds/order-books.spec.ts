import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { fault, ledgerOf, performEffects, restoreBank, turn } from "../support/bank-ledger"
import { sql } from "../support/database"
import { eventuallyRunning, runJob } from "../support/jobs"
import { adminPost, type Order, orderNumber, refundInAdmin, refundsOf } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { CARDS, authenticate } from "../support/shopper"
import { inOwnWorld } from "../support/own-world"
import { runEffectsNow } from "../support/slow-store"
import { everySetting } from "../support/store-keys"

inOwnWorld(everySetting())

/** The bank's delay until a refund to the test card with failing refunds fails. */
const REFUND_FAILS_AFTER_SECONDS = 5

const refundsAtBank = async (payment_id: string) =>
  (await ledgerOf(payment_id)).refunds.map(({ status }) => status)

/** An order's transactions and totals, whatever Medusa's own workflows have written. */
describe("the transactions of an order", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })
  afterEach(() => restoreBank())

  it("show one full refund of a canceled order", async () => {
    const { task, order } = await paid()
    expect((await adminPost(`/admin/orders/${(await order()).id}/cancel`)).status).toBe(200)
    await expectBooks(task, [100, -100])
  })

  it("show two simultaneous refunds, one in the admin and one at the bank, with their own amounts", async () => {
    const { task, order } = await paid()
    const { id } = await ledgerOf(task.artifacts.payment_id)
    await Promise.all([refundInAdmin(await order(), 30), turn("refund", { payment_id: id, amount: 2550 })])
    await eventually(async () => (refundsOf(await order()).length === 2 ? true : undefined))
    await expectBooks(task, [100, -25.5, -30])
  })

  it("show no refund that the bank rejected at the cancellation, and one when it is made later", async () => {
    const { task, order } = await paid()
    await fault({ scope: { operation: "refund", times: 1 }, api: { status: 429 } })
    expect((await adminPost(`/admin/orders/${(await order()).id}/cancel`)).status).toBe(200)
    expect((await ledgerOf(task.artifacts.payment_id)).amounts.refunded).toBe(0)
    await sql(
      "update gw_bank_operation set created_at = now() - interval '2 minutes' where payment_id = $1",
      [task.artifacts.payment_id]
    )
    const { payment_id } = task.artifacts
    await eventuallyRunning(
      "reconcile-payments",
      async () => (await ledgerOf(payment_id)).amounts.refunded === 10_000 || undefined
    )
    await eventually(async () => (await order()).summary.refunded_total === 100 || undefined)
    await expectBooks(task, [100, -100])
  })

  it("show no refund that the bank accepted at the cancellation and failed later, and it is not retried forever [BANK-53, BANK-58]", async () => {
    const { task, order } = await paid(CARDS.refund_fails)
    expect((await adminPost(`/admin/orders/${(await order()).id}/cancel`)).status).toBe(200)
    const { payment_id } = task.artifacts
    await turn("clock", { offset_s: REFUND_FAILS_AFTER_SECONDS + 1 })
    await eventually(async () => (await refundsAtBank(payment_id)).includes("failed") || undefined)
    await eventually(
      async () => /failed at the bank/.test(String((await order()).metadata?.gw_review)) || undefined
    )
    await expectBooks(task, [100])
    const older =
      "update gw_bank_operation set created_at = now() - interval '5 minutes' where payment_id = $1"
    await sql(older, [payment_id])
    await runJob("reconcile-payments")
    expect(await refundsAtBank(payment_id)).toEqual(["failed"])
  })

  it("show no refund that the bank rejected while another refund included it in its totals [BANK-59]", async () => {
    const { task, order } = await paid()
    const { payment_id } = task.artifacts
    await fault({ scope: { operation: "refund", times: 1 }, api: { status: 429 } })
    expect((await refundInAdmin(await order(), 30)).status).not.toBe(200)
    // Simulates what a second refund writes between Medusa's record of the first refund and its end.
    await sql(
      `insert into order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
       select 'ordtrx_' || o.id, $2, 1, -30, '{"value": "-30", "precision": 20}', 'eur', 'refund', o.medusa_id
         from gw_bank_operation o where o.payment_id = $1`,
      [payment_id, (await order()).id]
    )
    const collection = `payment_collection where id = (select m.payment_collection_id from payment m
      join gw_payment p on p.session_id = m.payment_session_id where p.id = '${payment_id}')`
    await sql(`update ${collection.replace("where", "set refunded_amount = 30 where")}`)
    await sql(
      "update gw_bank_operation set updated_at = now() - interval '3 minutes' where payment_id = $1",
      [payment_id]
    )
    await eventuallyRunning("end-interrupted", async () => {
      const [sums] = await sql<{ refunded: number }>(
        `select refunded_amount::float8 as refunded from ${collection}`
      )
      return sums?.refunded === 0 || undefined
    })
    await expectBooks(task, [100])
  })

  it("are closed when a payment fails, also when a crash has left an open change of Medusa", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const { id } = await orderNumber(artifacts.shop_order_id)
    await sql(
      `insert into order_change (id, order_id, version, status, change_type, created_at)
       values ('ordch_left', $1, 2, 'pending', 'credit_line', now() - interval '5 minutes')`,
      [id]
    )
    await authenticate(artifacts.sca_redirect_url, "decline")
    await eventuallyRunning("end-interrupted", async () => {
      await runEffectsNow(artifacts.payment_id)
      return (await orderNumber(artifacts.shop_order_id)).status === "canceled" || undefined
    })
    expect((await agent.settled(task_id)).state).toBe("failed")
  })

  async function paid(card: string = CARDS.approved): Promise<{ task: Task; order: () => Promise<Order> }> {
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000 })
    await authenticate(artifacts.sca_redirect_url, "approve", card)
    return { task: await agent.settled(task_id), order: () => orderNumber(artifacts.shop_order_id) }
  }
})

/** Expects these transactions in any order, and the totals that result from them. */
async function expectBooks({ artifacts }: Task, amounts: number[]): Promise<void> {
  await performEffects(artifacts.payment_id)
  const order = await orderNumber(artifacts.shop_order_id)
  const rows = await sql<{ amount: number }>(
    "select amount::float8 from order_transaction where order_id = $1 and deleted_at is null",
    [order.id]
  )
  const ascending = (list: number[]) => [...list].sort((a, b) => a - b)
  expect(ascending(rows.map(({ amount }) => amount))).toEqual(ascending(amounts))
  const sum = (list: number[]) => list.reduce((a, b) => a + b, 0)
  expect(order.summary).toMatchObject({
    paid_total: sum(amounts.filter((amount) => amount > 0)),
    refunded_total: sum(amounts.filter((amount) => amount < 0).map(Math.abs)),
    transaction_total: sum(amounts),
  })
}
