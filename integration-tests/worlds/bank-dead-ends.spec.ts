import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Agent, eventually, type Task } from "../support/agent"
import { clearFaults, fault, ledgerOf, performEffects, restoreBank, turn } from "../support/bank-ledger"
import { sql } from "../support/database"
import { eventuallyRunning, runJob } from "../support/jobs"
import { adminPost, refundsOf, timesPlaced } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { orderOf, paid, payingAgent } from "../support/payments"
import { pauseSchedule } from "../support/pause-schedule"
import { CARDS, authenticate } from "../support/shopper"
import { runEffectsNow, slowToAct, untilStored } from "../support/slow-store"
import { act, tracePayment, underReview } from "../support/staff"
import { Storefront } from "../support/storefront"

inOwnWorld()

/** The bank's delay until a refund to the test card with failing refunds fails. */
const REFUND_FAILS_AFTER_SECONDS = 5

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => restoreBank())

describe("an order that Medusa cannot cancel, whose payment fails", () => {
  it.each([
    ["is completed", async ({ id }: { id: string }) => adminPost(`/admin/orders/${id}/complete`)],
    ["is being edited", async ({ id }: { id: string }) => adminPost("/admin/order-edits", { order_id: id })],
  ])("does not block its task when it %s, and the merchant sees it", async (_how, preventCancel) => {
    const { task_id, artifacts, ...task } = await agent.createPayment()
    expect((await preventCancel(await orderOf({ task_id, artifacts, ...task }))).status).toBe(200)
    await authenticate(artifacts.sca_redirect_url, "decline")
    expect((await agent.settled(task_id)).state).toBe("failed")
    await performEffects(artifacts.payment_id)
    const { status } = await orderOf({ task_id, artifacts, ...task })
    if (status !== "canceled")
      expect((await underReview(artifacts.payment_id)).review_reason).toContain("could not be canceled")
  })
})

describe("a refund that the bank rejects", () => {
  const refundRequests = async (payment_id: string) =>
    sql("select status from gw_bank_operation where payment_id = $1 and kind = 'refund'", [payment_id])

  /** Makes the failed calls of a payment older by this many seconds. */
  const earlier = (payment_id: string, seconds: number) =>
    sql(
      "update gw_bank_operation set created_at = created_at - make_interval(secs => $2) where payment_id = $1",
      [payment_id, seconds]
    )

  it("ends the task, opens a review, and is retried at growing intervals [BANK-40]", async () => {
    const task = await agent.createPayment()
    const { payment_id, sca_redirect_url, shop_order_id } = task.artifacts
    const late = await slowToAct(payment_id, "captured")
    await fault({ scope: { operation: "refund" }, api: { status: 400 } })
    await authenticate(sca_redirect_url)
    await untilStored(payment_id, "captured")
    await sql(
      `update "order" set status = 'canceled', canceled_at = now() - interval '1 hour' where display_id = $1`,
      [shop_order_id]
    )
    await eventuallyRunning("reconcile-payments", async () => (await refundRequests(payment_id))[0])
    await earlier(payment_id, 45)
    await late()
    expect(await agent.settled(task.task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "not_refunded" } },
    })
    await performEffects(payment_id)
    expect((await underReview(payment_id)).review_reason).toContain("could not be refunded")
    const count = (await refundRequests(payment_id)).length
    await earlier(payment_id, 70)
    await runJob("reconcile-payments")
    expect(await refundRequests(payment_id)).toHaveLength(count)
    await clearFaults()
    await earlier(payment_id, 600)
    await eventuallyRunning(
      "reconcile-payments",
      async () => (await ledgerOf(payment_id)).amounts.refunded || undefined
    )
    await performEffects(payment_id)
    expect([refundsOf(await orderOf(task)), timesPlaced(await orderOf(task))]).toEqual([[15], 0])
  })

  it("after it was accepted is requested once, blocks nothing, and opens a review [BANK-40, BANK-58]", async () => {
    const shop = new Storefront()
    const cart = await shop.fillCart()
    const { payment_id, redirect_url } = (await shop.startPayment(cart.id)).data
    await sql("update cart_line_item set quantity = 2 where cart_id = $1", [cart.id])
    await authenticate(redirect_url, "approve", CARDS.refund_fails)
    // Simulates a store that stopped before it stored that the bank accepted the refund.
    const unfinished = "update gw_effect set done_at = null, leased_until = null where payment_id = $1"
    const failed = async () => (await ledgerOf(payment_id)).refunds.some(({ status }) => status === "failed")
    await eventually(async () => (await ledgerOf(payment_id)).refunds[0])
    await turn("clock", { offset_s: REFUND_FAILS_AFTER_SECONDS + 1 })
    await eventually(async () => (await failed()) || undefined)
    await performEffects(payment_id)
    await sql(`${unfinished} and effect = 'captured'`, [payment_id])
    await performEffects(payment_id)
    expect(await refundRequests(payment_id)).toHaveLength(1)
    expect((await underReview(payment_id)).review_reason).toContain("could not be refunded: refund_failed")
    expect((await ledgerOf(payment_id)).amounts).toMatchObject({
      captured: Math.round(cart.total * 100),
      refunded: 0,
    })
  })
})

describe("the uncaptured rest of a canceled order", () => {
  pauseSchedule("reconcile-payments")

  /** A canceled order of which 25 of 100 are captured. */
  async function canceled(card: string, before: (payment_id: string) => Promise<unknown>): Promise<Task> {
    const task = await paid(agent, { amount: 10_000, capture: "manual" }, card)
    const { payment_id } = task.artifacts
    expect((await act(payment_id, "capture", { amount: 2500 })).status).toBe(200)
    await performEffects(payment_id)
    await before(payment_id)
    // Without Medusa's own cancellation, which would request the refund first.
    await sql(`update "order" set status = 'canceled', canceled_at = now() where display_id = $1`, [
      task.artifacts.shop_order_id,
    ])
    return task
  }

  /** Runs the job, as if the earlier calls were older, until the rest is voided. */
  async function untilVoided({ artifacts: { payment_id } }: Task): Promise<void> {
    await eventuallyRunning("reconcile-payments", async () => {
      const older =
        "update gw_bank_operation set created_at = created_at - interval '1 day' where payment_id = $1"
      await sql(older, [payment_id])
      return (await ledgerOf(payment_id)).status === "captured" || undefined
    })
  }

  it("is voided when the bank refuses to refund the captured part [BANK-40]", async () => {
    const task = await canceled(CARDS.approved, () =>
      fault({ scope: { operation: "refund" }, api: { status: 400 } })
    )
    await untilVoided(task)
    expect((await ledgerOf(task.artifacts.payment_id)).amounts).toMatchObject({ captured: 2500, refunded: 0 })
    expect((await underReview(task.artifacts.payment_id)).review_reason).toContain("could not be refunded")
  })

  it("is voided when the cardholder disputes the captured part, and the job leaves the order alone then [BANK-40]", async () => {
    const task = await canceled(CARDS.approved, async (payment_id) => {
      await turn("dispute", { payment_id: (await ledgerOf(payment_id)).id })
      const disputed = "select 1 from gw_payment where id = $1 and jsonb_array_length(disputes) > 0"
      await eventually(async () => (await sql(disputed, [payment_id]))[0])
    })
    await untilVoided(task)
    await performEffects(task.artifacts.payment_id)
    const order = 'select updated_at from "order" where display_id = $1'
    const before = await sql(order, [task.artifacts.shop_order_id])
    for (const _ of [1, 2]) await runJob("reconcile-payments")
    expect(await sql(order, [task.artifacts.shop_order_id])).toEqual(before)
  })

  it("is voided after the refund of the captured part has failed [BANK-40]", async () => {
    const task = await canceled(CARDS.refund_fails, async () => undefined)
    const { payment_id } = task.artifacts
    await fault({ scope: { operation: "void" }, api: { status: 400 } })
    await eventuallyRunning("reconcile-payments", async () => (await ledgerOf(payment_id)).refunds[0])
    await turn("clock", { offset_s: REFUND_FAILS_AFTER_SECONDS + 1 })
    const recorded =
      "select 1 from gw_effect where payment_id = $1 and effect = 'refund_failed' and done_at is not null"
    await eventually(async () => (await sql(recorded, [payment_id]))[0])
    await clearFaults()
    await untilVoided(task)
    expect((await ledgerOf(payment_id)).refunds).toHaveLength(1)
  })
})

describe("a refund of a canceled order that fails after the bank has accepted it", () => {
  const refundsAtBank = async (payment_id: string) =>
    (await ledgerOf(payment_id)).refunds.map(({ status }) => status)

  it("is requested once, and its payment needs review [BANK-40, BANK-58]", async () => {
    const task = await agent.createPayment()
    const { payment_id, sca_redirect_url, shop_order_id } = task.artifacts
    const late = await slowToAct(payment_id, "captured")
    await authenticate(sca_redirect_url, "approve", CARDS.refund_fails)
    await untilStored(payment_id, "captured")
    await sql(`update "order" set status = 'canceled', canceled_at = now() where display_id = $1`, [
      shop_order_id,
    ])
    await late()
    await eventually(async () => (await refundsAtBank(payment_id)).length || undefined)
    await turn("clock", { offset_s: REFUND_FAILS_AFTER_SECONDS + 1 })
    await eventually(async () => (await refundsAtBank(payment_id)).includes("failed") || undefined)
    await eventuallyRunning("settle-leftovers", async () => {
      await sql("update gw_effect set not_before = null where payment_id = $1 and done_at is null", [
        payment_id,
      ])
      const open = await sql("select 1 from gw_effect where payment_id = $1 and done_at is null", [
        payment_id,
      ])
      return open.length === 0 || undefined
    })
    expect(await refundsAtBank(payment_id)).toEqual(["failed"])
    // The bank's notification of the failure may arrive after the effects have ended.
    await expect
      .poll(async () => (await underReview(payment_id)).review_reason)
      .toContain("could not be refunded: refund_failed")
    expect(refundsOf(await orderOf(task))).toEqual([])
  })

  it("leaves no record in Medusa when the store was killed before Medusa removed it [BANK-53]", async () => {
    const task = await paid(agent, {}, CARDS.refund_fails)
    const { payment_id } = task.artifacts
    const order = await orderOf(task)
    await adminPost(`/admin/payments/${order.payment_collections[0]?.payments[0]?.id}/refund`, { amount: 3 })
    await turn("clock", { offset_s: REFUND_FAILS_AFTER_SECONDS + 1 })
    await eventually(async () => (await refundsAtBank(payment_id)).includes("failed") || undefined)
    await performEffects(payment_id)
    // Simulates the kill: Medusa's record of the refund is still there.
    await sql(
      `update refund set deleted_at = null, created_at = now() - interval '5 minutes'
        where id = (select medusa_id from gw_bank_operation where payment_id = $1 and kind = 'refund')`,
      [payment_id]
    )
    await sql(
      `insert into refund (id, amount, raw_amount, payment_id, created_at)
       select o.medusa_id, 3, '{"value": "3", "precision": 20}', m.id, now() - interval '5 minutes'
         from gw_bank_operation o join gw_payment p on p.id = o.payment_id
         join payment m on m.payment_session_id = p.session_id
        where o.payment_id = $1 and o.kind = 'refund' on conflict do nothing`,
      [payment_id]
    )
    expect(refundsOf(await orderOf(task))).toEqual([3])
    await eventuallyRunning(
      "end-interrupted",
      async () => !refundsOf(await orderOf(task)).length || undefined
    )
  })
})

describe("an effect the store cannot record", () => {
  it("opens a review after eight failures, and is recorded once that is possible", async () => {
    const task = await paid(agent)
    const { payment_id } = task.artifacts
    await sql(`create or replace function gw_test_refuse() returns trigger language plpgsql as
      'begin raise exception ''no room for it''; end'`)
    await sql(`create trigger gw_test_refuse before insert on refund for each row
      when (new.amount = 13.37) execute function gw_test_refuse()`)
    await turn("refund", { payment_id: (await ledgerOf(payment_id)).id, amount: 1337 })
    const refund = "select 1 from gw_effect where payment_id = $1 and effect = 'refund'"
    await eventually(async () => (await sql(`${refund} and last_error is not null`, [payment_id]))[0])
    await sql(
      "update gw_effect set attempts = 7, not_before = null where payment_id = $1 and effect = 'refund'",
      [payment_id]
    )
    await runJob("settle-leftovers")
    const { review_reason } = await underReview(payment_id)
    expect(review_reason).toMatch(/^the store cannot record refund:\S+$/)
    await eventually(async () => (await orderOf(task)).metadata.gw_review === review_reason || undefined)
    const { effects } = await tracePayment(payment_id)
    expect(effects.find(({ key }) => key.startsWith("refund:"))?.last_error).toContain("no room for it")
    await runEffectsNow(payment_id)
    await eventually(async () => (await sql(`${refund} and attempts > 8`, [payment_id]))[0])
    expect((await underReview(payment_id)).review_reason).toBe(review_reason)
    await sql("drop function gw_test_refuse cascade")
    await runEffectsNow(payment_id)
    await performEffects(payment_id)
    expect(refundsOf(await orderOf(task))).toEqual([13.37])
  })
})

describe("a creation that fails after the bank has opened the payment", () => {
  it("leaves no pending effect, and cancels the payment at the bank", async () => {
    await sql(`create or replace function gw_test_refuse() returns trigger language plpgsql as
      'begin raise exception ''no room for it''; end'`)
    await sql(`create trigger gw_test_refuse before update on payment_session for each row
      when (new.status = 'pending_authorization' and new.amount = 17.31) execute function gw_test_refuse()`)
    const { body } = await agent.send("create_payment", { amount: 1731, currency: "EUR" })
    await sql("drop function gw_test_refuse cascade")
    expect(body.result?.state ?? "refused").not.toBe("input-required")
    const [row] = await sql<{ id: string }>("select id from gw_payment where amount = 1731")
    const payment_id = String(row?.id)
    await sql("update gw_payment set created_at = now() - interval '3 minutes' where id = $1", [payment_id])
    const ended = "select 1 from gw_payment where id = $1 and provisioned_at is not null"
    await eventuallyRunning("end-interrupted", async () => (await sql(ended, [payment_id]))[0])
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).status).toBe("canceled")
  })
})
