import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Agent, eventually } from "../support/agent"
import { clearFaults, ledgerOf, performEffects, withoutEventFeed } from "../support/bank-ledger"
import { sql } from "../support/database"
import { adminFetch, adminPost, refundInAdmin } from "../support/merchant"
import { orderOf, paid, payingAgent } from "../support/payments"
import { authenticate } from "../support/shopper"
import {
  type StaffPayment,
  listPayments,
  payWithForgedNotification,
  tracePayment,
  underReview,
} from "../support/staff"
import { Storefront } from "../support/storefront"
import { world } from "../support/world"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => clearFaults())

const PATH = "/admin/agentic-commerce/payments"
const ids = (payments: StaffPayment[]) => payments.map(({ payment_id }) => payment_id)

describe("the payments' list in the admin API", () => {
  it("requires a staff login", async () => {
    for (const path of [PATH, `${PATH}/pay_${"0".repeat(24)}`])
      expect((await fetch(`${world().base_url}${path}`)).status).toBe(401)
  })

  it("is paged, newest first, without gap or repeat while payments are added", async () => {
    const made = []
    for (const amount of [101, 102, 103, 104, 105]) made.push(await agent.createPayment({ amount }))
    const newest = made.map(({ artifacts }) => artifacts.payment_id).reverse()
    const one = await listPayments({ limit: "2" })
    await agent.createPayment()
    const two = await listPayments({ limit: "2", cursor: String(one.next_cursor) })
    const three = await listPayments({ limit: "1", cursor: String(two.next_cursor) })
    expect(ids([...one.payments, ...two.payments, ...three.payments])).toEqual(newest)
  })

  it("also pages through payments created at the same instant", async () => {
    const { payments } = await listPayments({ limit: "4" })
    await sql(
      "update gw_payment set created_at = (select max(created_at) from gw_payment) where id = any($1)",
      [ids(payments)]
    )
    const seen: string[] = []
    for (let cursor: string | null = ""; cursor !== null && seen.length < 4;) {
      const page = await listPayments({ limit: "1", ...(cursor && { cursor }) })
      seen.push(...ids(page.payments))
      cursor = page.next_cursor
    }
    expect(seen.sort()).toEqual(ids(payments).sort())
  })

  it("is filtered by status, by order and by whether the payment needs review [BANK-50]", async () => {
    const task = await paid(agent)
    const { id: order_id } = await orderOf(task)
    const { payments } = await listPayments({ order_id })
    expect(payments).toMatchObject([
      { payment_id: task.artifacts.payment_id, order_id, status: "captured", provider_ids: [] },
    ])
    for (const { status } of (await listPayments({ status: "captured" })).payments)
      expect(status).toBe("captured")
    for (const { review_reason } of (await listPayments({ review: "false" })).payments)
      expect(review_reason).toBeNull()
    expect(await listPayments({ order_id, review: "true" })).toMatchObject({
      payments: [],
      next_cursor: null,
    })
  })

  it("is filtered by agents, without the storefront's own payments [ADM-90]", async () => {
    const [kept, storefront] = [await agent.createPayment(), await agent.createPayment()]
    const id = storefront.artifacts.payment_id
    await sql("update gw_payment set client_id = null where id = $1", [id])
    expect(ids((await listPayments({ limit: "1" })).payments)).toEqual([id])
    const { payments } = await listPayments({ limit: "1", requested_by: "agent" })
    expect(ids(payments)).toEqual([kept.artifacts.payment_id])
  })

  it.each([
    "status=paid",
    "review=yes",
    "requested_by=me",
    "limit=0",
    "limit=101",
    "limit=all",
    "cursor=1",
    "sort=amount",
  ])("rejects ?%s with 400", async (query) => {
    expect((await adminFetch(`${PATH}?${query}`)).status).toBe(400)
  })

  it("answers 404 for an unknown payment", async () => {
    expect((await adminFetch(`${PATH}/pay_${"0".repeat(24)}`)).status).toBe(404)
  })
})

describe("one payment in the admin API", () => {
  it("shows the bank's ids, the effects, the bank calls and the bank's events, and no secret", async () => {
    const task = await paid(agent)
    expect((await refundInAdmin(await orderOf(task), 40)).status).toBe(200)
    await performEffects(task.artifacts.payment_id)
    const ledger = await ledgerOf(task.artifacts.payment_id)
    const payment = await tracePayment(task.artifacts.payment_id)
    expect(payment).toMatchObject({
      status: "captured",
      captured_amount: 10_000,
      refunded_amount: 4000,
      bank_payment_id: ledger.id,
      merchant_reference: ledger.merchant_reference,
      review_reason: null,
      disputes: [],
      operations: [{ kind: "refund", amount: 4000, status: "done", error_code: null }],
    })
    expect(payment.effects.map(({ key, last_error }) => [key.split(":")[0], last_error])).toEqual([
      ["action_required", null],
      ["captured", null],
      ["refund", null],
    ])
    expect(payment.effects.every(({ done_at }) => done_at)).toBe(true)
    expect(payment.events.map(({ type }) => type)).toEqual(["payment.captured", "refund.succeeded"])
    expect(JSON.stringify(payment)).not.toMatch(/idempotency|gwa_|redirect_url|payload/)
  })
})

describe("the review queue", () => {
  it.each([
    ["amount_mismatch", "amount differs"],
    ["currency_mismatch", "currency differs"],
  ])(
    "contains a payment that the bank reports wrongly (%s), and the order shows the reason",
    async (forge, reason) => {
      const task = await agent.createPayment()
      // Reading the event list would correct the forged notification and replace its verdict.
      const readOn = await withoutEventFeed()
      expect(await payWithForgedNotification(task, forge)).toMatchObject({
        status: "manual_review",
        review_reason: reason,
        captured_amount: 0,
      })
      await eventually(async () => (await orderOf(task)).metadata.gw_review === reason || undefined)
      const settled = await eventually(async () => {
        const { events } = await tracePayment(task.artifacts.payment_id)
        return events.find(({ verdict }) => verdict)
      })
      expect(settled).toMatchObject({ type: "payment.captured", verdict: "mismatch" })
      await readOn()
    }
  )

  it("contains a payment that was refunded because its order was canceled, and the order shows the reason", async () => {
    const task = await agent.createPayment()
    const id = task.artifacts.payment_id
    await sql("update gw_payment set provisioned_at = null where id = $1", [id])
    await authenticate(task.artifacts.sca_redirect_url)
    await sql(`update "order" set status = 'canceled' where display_id = $1`, [task.artifacts.shop_order_id])
    await sql("update gw_payment set provisioned_at = now() where id = $1", [id])
    const { review_reason } = await underReview(id)
    expect(review_reason).toBe("Refunded: the order was already canceled")
    await eventually(async () => (await orderOf(task)).metadata.gw_review === review_reason || undefined)
  })

  it("contains a payment whose cart could not become an order", async () => {
    const shop = new Storefront()
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    await sql("update cart_line_item set quantity = 100000 where cart_id = $1", [cart.id])
    await authenticate(data.redirect_url)
    expect(await underReview(data.payment_id, 40)).toMatchObject({
      order_id: null,
      review_reason: expect.stringContaining("Refunded: the cart has changed") as string,
    })
  })

  it("adds to the order's metadata and keeps the merchant's own", async () => {
    const task = await agent.createPayment({ order_reference: "A-9" })
    const { id } = await orderOf(task)
    expect((await adminPost(`/admin/orders/${id}`, { metadata: { packed_by: "Ioana" } })).status).toBe(200)
    await payWithForgedNotification(task)
    await eventually(async () => Boolean((await orderOf(task)).metadata.gw_review) || undefined)
    expect((await orderOf(task)).metadata).toMatchObject({ packed_by: "Ioana", order_reference: "A-9" })
  })
})
