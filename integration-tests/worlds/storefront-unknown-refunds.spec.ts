import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { inCrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { runJob, runJobAlone } from "../support/jobs"
import { captureInAdmin, refundInAdmin } from "../support/merchant"
import { pauseSchedule } from "../support/pause-schedule"
import { closeUcpShop, openUcpShop } from "../support/shop"
import {
  becomes,
  booked,
  closeReview,
  failRefund,
  loseRefund,
  type Ordered,
  paymentOf,
  refundsAtStripe,
  type ShownPayment,
  totalOf,
} from "../support/storefront-orders"
import { STRIPE, stripe, stripeKeys } from "../support/stripe"
import { lockTable } from "../support/table-lock"
import { AUTOMATIC, STRIPE_STOREFRONT, StripeShopper } from "../support/stripe-shopper"
import { adjustmentsOf, inAdmin, readOrder, refundIn } from "../support/ucp-orders"

const crashing = inCrashingWorld({ ...STRIPE_STOREFRONT, ...stripeKeys() })

// Without the job, the amounts follow Medusa's events alone.
pauseSchedule("follow-storefront-payments")

let buyer: Buyer
let shopper: StripeShopper

beforeAll(async () => {
  const shop = await openUcpShop("Octant")
  buyer = shop.buyer
  shopper = new StripeShopper(buyer, shop.item)
})
afterAll(closeUcpShop)
afterEach(() => stripe.reset())

const refund = ({ order }: Ordered, body: object = {}, key: string = randomUUID(), by = buyer) =>
  by.send(`/orders/${order.display_id}/refund`, { body, headers: { "idempotency-key": key } })

describe("a refund at Stripe whose outcome is unknown", () => {
  let ordered: Ordered

  beforeEach(async () => {
    ordered = await shopper.ordered(AUTOMATIC)
    await becomes(ordered, { display_status: "paid" })
  })

  const cancel = () => buyer.send(`/orders/${ordered.order.display_id}/cancel`)

  /** Runs the job that finishes cancellations, as if all of them had begun earlier. */
  async function endInterrupted() {
    await sql("update gw_order_cancellation set created_at = created_at - interval '3 minutes'")
    await runJobAlone("end-interrupted")
  }

  const openCancellations = () =>
    sql(
      `select c.id from gw_order_cancellation c join gw_payment p on p.id = c.payment_id
        where p.order_id = $1 and c.ended_at is null`,
      [ordered.order.id]
    )

  /** A refund whose answer is lost, or that Stripe fails to make. */
  async function unknown(fail: () => Promise<unknown>): Promise<ShownPayment> {
    await fail()
    expect(await refundIn(buyer, refund(ordered, { amount: 900 }))).toMatchObject({ status: "pending" })
    await stripe.reset()
    return becomes(ordered, { display_status: "needs_review" })
  }

  it("is not made again, and waits for the merchant [ROUTE-15]", async () => {
    const payment = await unknown(loseRefund)
    expect(payment.review_reason).toMatch(/^The provider may have refunded 9\.00 EUR: /)
    expect((await refund(ordered, { amount: 100 })).body).toMatchObject({ code: "earlier_call_open" })
    expect((await buyer.send(`/orders/${ordered.order.display_id}/cancel`)).body).toMatchObject({
      code: "earlier_call_open",
    })
    for (const body of [{}, { was_refunded: "yes" }])
      expect((await closeReview(payment, body)).status).toBe(400)
    await sql("update gw_bank_operation set updated_at = now() - interval '1 minute' where payment_id = $1", [
      payment.payment_id,
    ])
    await runJob("follow-storefront-payments")
    expect(await paymentOf(ordered)).toMatchObject({ review_reason: payment.review_reason })
    expect(await refundsAtStripe(ordered)).toEqual([900])
    expect((await booked(ordered)).status).toBe("pending")
  })

  it("is recorded in Medusa if the merchant finds it made, without another call [ROUTE-15]", async () => {
    const payment = await unknown(loseRefund)
    expect((await closeReview(payment, { was_refunded: true })).status).toBe(200)
    await becomes(ordered, { display_status: "partially_refunded", refunded_amount: 900 })
    expect(await refundsAtStripe(ordered)).toEqual([900])
    await sql("update gw_refund_baseline set written_at = now() - interval '3 minutes' where order_id = $1", [
      ordered.order.id,
    ])
    await runJobAlone("end-interrupted")
    expect(await booked(ordered)).toMatchObject({ refunds: [900], refunded: 900, outstanding: 0 })
    const seen = await readOrder(buyer, String(ordered.order.display_id))
    expect(adjustmentsOf(seen, "refund")).toMatchObject([{ status: "completed" }])
    expect((await closeReview(payment, { was_refunded: true })).status).toBe(400)
  })

  it("of a cancellation cancels the order once the merchant has found it made [ROUTE-15]", async () => {
    await loseRefund()
    expect((await cancel()).body).toMatchObject({ code: "earlier_call_open" })
    await stripe.reset()
    await endInterrupted()
    expect((await booked(ordered)).status).toBe("pending")
    const payment = await becomes(ordered, { display_status: "needs_review" })
    expect((await closeReview(payment, { was_refunded: true })).status).toBe(200)
    await endInterrupted()
    expect(await booked(ordered)).toMatchObject({ status: "canceled", refunds: [totalOf(ordered)] })
    expect(await refundsAtStripe(ordered)).toEqual([totalOf(ordered)])
    expect(await openCancellations()).toEqual([])
    expect((await paymentOf(ordered)).review_reason).toBeNull()
  })

  it("of a cancellation leaves the order as it is if the merchant finds it not made [ROUTE-15]", async () => {
    await failRefund()
    expect((await cancel()).body).toMatchObject({ code: "earlier_call_open" })
    await stripe.reset()
    const payment = await becomes(ordered, { display_status: "needs_review" })
    expect((await closeReview(payment, { was_refunded: false })).status).toBe(200)
    expect(await openCancellations()).toEqual([])
    await endInterrupted()
    expect(await booked(ordered)).toMatchObject({ status: "pending", refunds: [] })
    expect(await refundsAtStripe(ordered)).toEqual([])
  })

  it("of a cancellation is canceled by a repeated request, too, and only once [ROUTE-15]", async () => {
    await loseRefund()
    expect((await cancel()).body).toMatchObject({ code: "earlier_call_open" })
    await stripe.reset()
    const payment = await becomes(ordered, { display_status: "needs_review" })
    expect((await closeReview(payment, { was_refunded: true })).status).toBe(200)
    await becomes(ordered, { display_status: "refunded" })
    expect((await cancel()).status).toBe(200)
    await endInterrupted()
    expect(await booked(ordered)).toMatchObject({ status: "canceled", refunds: [totalOf(ordered)] })
    expect(await openCancellations()).toEqual([])
    expect((await paymentOf(ordered)).review_reason).toBeNull()
  })

  it("is ended by one of two answers that are sent at the same time [ROUTE-15]", async () => {
    const payment = await unknown(loseRefund)
    const answers = await Promise.all(
      [true, false].map((was_refunded) => closeReview(payment, { was_refunded }))
    )
    const [isMade] = answers.map(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(1)
    await becomes(ordered, { refunded_amount: isMade ? 900 : 0, review_reason: null })
    expect((await booked(ordered)).refunds).toEqual(isMade ? [900] : [])
  })

  it("is not recorded while an earlier answer, that it was not made, is being executed [ROUTE-15]", async () => {
    const payment = await unknown(loseRefund)
    // As if the store had been killed during the call: Medusa has its record then.
    await sql(
      `insert into refund (id, amount, raw_amount, payment_id, created_by)
       select $1, 9, '{"value": "9", "precision": 20}', $2, 'gw_operation:' || o.id
         from gw_bank_operation o where o.payment_id = $3 and o.status = 'unknown'`,
      [`ref_${randomUUID()}`, ordered.order.payment_collections[0]?.payments[0]?.id, payment.payment_id]
    )
    const refunds = await lockTable("refund")
    const first = closeReview(payment, { was_refunded: false })
    await refunds.stopped()
    const second = closeReview(payment, { was_refunded: true })
    await refunds.contended()
    await refunds.release()
    expect([(await first).status, (await second).status]).toEqual([200, 400])
    await becomes(ordered, { refunded_amount: 0, review_reason: null })
    expect(await booked(ordered)).toMatchObject({ refunds: [], outstanding: 0 })
  })

  it("can be requested again if the merchant finds that it was not made [ROUTE-15]", async () => {
    const payment = await unknown(failRefund)
    expect((await closeReview(payment, { was_refunded: false })).status).toBe(200)
    expect(await booked(ordered)).toMatchObject({ refunds: [], outstanding: 0 })
    expect(await refundIn(buyer, refund(ordered, { amount: 900 }))).toMatchObject({ refunded_amount: 900 })
    expect(await refundsAtStripe(ordered)).toEqual([900])
  })

  it("ends as not made if staff have refunded the payment in Medusa meanwhile [ROUTE-15]", async () => {
    const payment = await unknown(failRefund)
    expect((await refundInAdmin(ordered.order)).status).toBe(200)
    const refused = await closeReview(payment, { was_refunded: true })
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("another refund of this money"),
    ])
    expect((await closeReview(payment, { was_refunded: false })).status).toBe(200)
    await becomes(ordered, { display_status: "refunded", review_reason: null })
    expect(await booked(ordered)).toMatchObject({ refunds: [totalOf(ordered)], outstanding: 0 })
    expect(await refundsAtStripe(ordered)).toEqual([totalOf(ordered)])
  })

  it("ends as not made if staff refund the payment in Medusa at the same time [ROUTE-15]", async () => {
    const payment = await unknown(failRefund)
    const lock = await lockTable("order_transaction")
    const staff = refundInAdmin(ordered.order)
    await lock.stopped()
    const closing = closeReview(payment, { was_refunded: true })
    const lease = `review of ${payment.payment_id}`
    await eventually(async () => (await sql("select 1 from gw_cart_lock where cart_id = $1", [lease]))[0])
    await lock.contended()
    await lock.release()
    expect((await staff).status).toBe(200)
    const refused = await closing
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("another refund of this money"),
    ])
    expect((await closeReview(payment, { was_refunded: false })).status).toBe(200)
    await becomes(ordered, { display_status: "refunded", review_reason: null })
    expect(await booked(ordered)).toMatchObject({ refunds: [totalOf(ordered)], outstanding: 0 })
    expect(await refundsAtStripe(ordered)).toEqual([totalOf(ordered)])
  })

  it("waits for the merchant again when its repetition fails with the same error [ROUTE-15]", async () => {
    for (const attempt of [1, 2]) {
      await failRefund()
      expect([attempt, (await cancel()).body]).toMatchObject([attempt, { code: "earlier_call_open" }])
      await stripe.reset()
      const payment = await becomes(ordered, { display_status: "needs_review" })
      expect((await closeReview(payment, { was_refunded: false })).status).toBe(200)
    }
    expect((await cancel()).status).toBe(200)
    expect(await refundsAtStripe(ordered)).toEqual([totalOf(ordered)])
  })
})

describe("a refund at Stripe of an order with two payments", () => {
  /** What the second payment pays, in minor units. */
  const PART = 1000

  /** An order whose first payment is authorized, and a part of which the customer has paid by a payment link. */
  async function paidByLink(): Promise<{ ordered: Ordered; second: string }> {
    const ordered = await shopper.ordered()
    await becomes(ordered, { display_status: "authorized" })
    const { payment_collection } = await inAdmin<{ payment_collection: { id: string } }>(
      "/payment-collections",
      { order_id: ordered.order.id, amount: PART / 100 }
    )
    const { data } = await shopper.shop.pay(payment_collection.id, AUTOMATIC, STRIPE)
    await stripe.confirm(data.client_secret)
    await becomes(ordered, { captured_amount: PART, review_reason: null })
    return { ordered, second: data.id }
  }

  /** Captures the rest of the order with its first payment. */
  async function captureRest(ordered: Ordered): Promise<void> {
    expect((await captureInAdmin(ordered.order, (totalOf(ordered) - PART) / 100)).status).toBe(200)
    await becomes(ordered, { captured_amount: totalOf(ordered) })
  }

  /** A refund whose answer is lost, or that Stripe fails to make, while its payment waits for the merchant. */
  async function unknown(ordered: Ordered, fail: () => Promise<unknown>): Promise<ShownPayment> {
    await fail()
    expect(await refundIn(buyer, refund(ordered, { amount: 900 }))).toMatchObject({ status: "pending" })
    await stripe.reset()
    return becomes(ordered, { display_status: "needs_review" })
  }

  /** The refunds that Medusa has recorded of each payment, by its intent at Stripe. In minor units. */
  async function refundsByIntent({ order }: Ordered): Promise<Record<string, number[]>> {
    const rows = await sql<{ intent: string; refunds: number[] }>(
      `select p.data ->> 'id' as intent,
              array(select (r.amount * 100)::int from refund r where r.payment_id = p.id and r.deleted_at is null) as refunds
         from payment p join order_payment_collection l using (payment_collection_id)
        where l.order_id = $1 and l.deleted_at is null`,
      [order.id]
    )
    return Object.fromEntries(rows.map(({ intent, refunds }) => [intent, refunds]))
  }

  it("is recorded on the payment for which it was requested, also if another one has the amount [ROUTE-15]", async () => {
    const { ordered, second } = await paidByLink()
    const payment = await unknown(ordered, loseRefund)
    await captureRest(ordered)
    expect((await closeReview(payment, { was_refunded: true })).status).toBe(200)
    await becomes(ordered, { display_status: "partially_refunded", refunded_amount: 900 })
    expect(await refundsByIntent(ordered)).toEqual({ [ordered.intent]: [], [second]: [900] })
    expect(await refundsAtStripe({ ...ordered, intent: second })).toEqual([900])
  })

  it("is not recorded on another payment after staff have refunded its own in Medusa [ROUTE-15]", async () => {
    const { ordered, second } = await paidByLink()
    await captureRest(ordered)
    const payment = await unknown(ordered, failRefund)
    const rest = totalOf(ordered) - PART
    expect((await refundInAdmin(ordered.order, rest / 100)).status).toBe(200)
    const refused = await closeReview(payment, { was_refunded: true })
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("another refund of this money"),
    ])
    expect((await closeReview(payment, { was_refunded: false })).status).toBe(200)
    await becomes(ordered, { refunded_amount: rest, review_reason: null })
    expect(await refundsByIntent(ordered)).toEqual({ [ordered.intent]: [rest], [second]: [] })
  })
})

describe("a refund at Stripe during which the store is killed", () => {
  it("waits for the merchant if Stripe may have been called, and is recorded if it was made [ROUTE-15]", async () => {
    const before = await shopper.ordered(AUTOMATIC)
    const after = await shopper.ordered(AUTOMATIC)
    const [{ payment_id: first }, { payment_id: second }] = [
      await becomes(before, { display_status: "paid" }),
      await becomes(after, { display_status: "paid" }),
    ]
    const key = randomUUID()
    await crashing.freezeAt("operation_begun", () => refund(before, { amount: 200 }, key), first)
    await crashing.crashAt("operation_executed", () => refund(after, { amount: 200 }), second)
    await becomes(after, { refunded_amount: 200 })
    await sql("update gw_bank_operation set updated_at = now() - interval '1 minute' where payment_id = $1", [
      first,
    ])
    await runJob("follow-storefront-payments")
    await becomes(before, { display_status: "needs_review", refunded_amount: 0 })
    expect(await refundIn(buyer, refund(before, { amount: 200 }, key))).toMatchObject({ status: "pending" })
    expect([await refundsAtStripe(before), await refundsAtStripe(after)]).toEqual([[], [200]])
  })
})
