import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { decided, waitingOf } from "../support/approvals"
import { Buyer } from "../support/buyer"
import { inCrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { runJob, runJobAlone } from "../support/jobs"
import { adminGet, adminPost, type Order, orderNumber } from "../support/merchant"
import { Receiver } from "../support/receiver"
import { pauseSchedule } from "../support/pause-schedule"
import { blockInserts } from "../support/table-lock"
import { changeSettings, setRules } from "../support/policy"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { stripe, stripeKeys } from "../support/stripe"
import { AUTOMATIC, type Paying, STRIPE_STOREFRONT, StripeShopper } from "../support/stripe-shopper"
import { removed, subscribe, verified } from "../support/webhooks"
import { adjustmentsOf, inAdmin, readOrder, refundIn } from "../support/ucp-orders"

const crashing = inCrashingWorld({ ...STRIPE_STOREFRONT, ...stripeKeys() })

/** What the tests read of a payment in the admin. Amounts in minor units. */
interface ShownPayment {
  payment_id: string
  route: string
  display_status: string
  amount: number
  captured_amount: number
  refunded_amount: number
  review_reason: string | null
  movable: { capture: number; refund: number; void: boolean }
  operations: { id: string; status: string }[]
}

// Without the job, the amounts follow Medusa's events alone.
pauseSchedule("follow-storefront-payments")

type Ordered = Paying & { readonly order: Order }

let buyer: Buyer
let item: string
let shopper: StripeShopper

beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Octant"))
  shopper = new StripeShopper(buyer, item)
})
afterAll(closeUcpShop)
afterEach(() => stripe.reset())

async function paymentOf({ order }: Ordered): Promise<ShownPayment> {
  const [row] = await sql<{ id: string }>("select id from gw_payment where order_id = $1", [order.id])
  const path = `/admin/agentic-commerce/payments/${row?.id}`
  return (await adminGet<{ payment: ShownPayment }>(path)).payment
}

/** The payment once it has these amounts or this status. */
const becomes = (ordered: Ordered, expected: Partial<ShownPayment>): Promise<ShownPayment> =>
  eventually(async () => {
    const payment = await paymentOf(ordered)
    const isReached = Object.entries(expected).every(
      ([name, value]) => payment[name as keyof ShownPayment] === value
    )
    return isReached ? payment : undefined
  })

const totalOf = ({ order }: Ordered) => Math.round(order.total * 100)

const medusaPayment = ({ order }: Ordered): string =>
  order.payment_collections.flatMap(({ payments }) => payments)[0]?.id ?? ""

const refund = ({ order }: Ordered, body: object = {}, key: string = randomUUID(), by = buyer) =>
  by.send(`/orders/${order.display_id}/refund`, { body, headers: { "idempotency-key": key } })

const refundsAtStripe = async ({ intent }: Paying) =>
  (await stripe.refundsOf(intent)).map(({ amount }) => amount)

/** Medusa's records of an order: refunds, and the amount that the order has outstanding. */
async function booked({ order }: Ordered) {
  const { payment_collections, summary, status } = await orderNumber(order.display_id)
  const refunds = payment_collections.flatMap(({ payments }) => payments.flatMap((one) => one.refunds))
  return {
    status,
    refunds: refunds.map(({ amount }) => Math.round(amount * 100)),
    refunded: Math.round(summary.refunded_total * 100),
    outstanding: Math.round(summary.pending_difference * 100),
  }
}

/** The answer to a refund never arrives, also when Stripe's client repeats the call. */
const loseRefund = () => stripe.fail({ kind: "lost_answer", call: "POST /v1/refunds", times: 10 })

/** Stripe fails to refund, also when its client repeats the call. */
const failRefund = () => stripe.fail({ kind: "error", call: "POST /v1/refunds", times: 10 })

const closeReview = ({ payment_id }: ShownPayment, body: object = {}) =>
  adminPost(`/admin/agentic-commerce/payments/${payment_id}/review/resolve`, { note: "Looked up", ...body })

describe("an order that its customer has paid in the storefront", () => {
  it("has the amounts and statuses that Medusa records, for the agent and the merchant [ROUTE-13]", async () => {
    // Stripe's own events of the capture would make Medusa emit another one.
    await stripe.deliver("lost")
    const ordered = await shopper.ordered()
    const amount = totalOf(ordered)
    const held = await becomes(ordered, { display_status: "authorized" })
    expect(held).toMatchObject({ route: "storefront", amount, captured_amount: 0 })
    expect(held.movable).toMatchObject({ capture: 0, refund: 0, void: false })
    await inAdmin(`/payments/${medusaPayment(ordered)}/capture`)
    await becomes(ordered, { display_status: "paid", captured_amount: amount })
    await inAdmin(`/payments/${medusaPayment(ordered)}/refund`, { amount: 1 })
    const refunded = await becomes(ordered, { display_status: "partially_refunded", refunded_amount: 100 })
    expect(refunded.movable.refund).toBe(amount - 100)
    const seen = await readOrder(buyer, String(ordered.order.display_id))
    expect(adjustmentsOf(seen, "refund")).toMatchObject([
      { status: "completed", totals: [{ type: "total", amount: -100 }] },
    ])
  })

  it("has webhook events with these amounts, each once [ROUTE-13]", async () => {
    const receiver = await Receiver.listen()
    const { id, secret } = await subscribe(buyer, receiver.at("/orders"))
    const ordered = await shopper.ordered()
    await becomes(ordered, { display_status: "authorized" })
    await inAdmin(`/payments/${medusaPayment(ordered)}/capture`)
    await becomes(ordered, { display_status: "paid" })
    await inAdmin(`/payments/${medusaPayment(ordered)}/refund`, { amount: 2 })
    await becomes(ordered, { refunded_amount: 200 })
    await runJob("follow-storefront-payments")
    const events = await eventually(async () => {
      const all = receiver.arrived.map((message) => verified(message, secret))
      return all.some(({ type }) => type === "order.refunded") ? all : undefined
    })
    expect(await removed(buyer, id)).toBe(204)
    receiver.close()
    const types = events.map(({ type }) => type)
    expect(types.filter((type) => type.startsWith("order.") && type !== "order.updated")).toEqual([
      "order.created",
      "order.authorized",
      "order.paid",
      "order.refunded",
    ])
    expect(types.filter((type) => type === "checkout.completed")).toHaveLength(1)
    const of = (type: string) => events.find((event) => event.type === type)?.data
    expect(of("order.paid")).toMatchObject({ capture: { amount: totalOf(ordered), currency: "EUR" } })
    expect(of("order.refunded")).toMatchObject({ refund: { amount: 200, currency: "EUR" } })
  })

  it("counts in its agent's revenue [ROUTE-13]", async () => {
    const revenue = async () => {
      const [row] = await sql<{ paid: string }>(
        "select coalesce(sum(paid), 0) as paid from gw_client_revenue where client_id = $1",
        [buyer.client_id]
      )
      return Number(row?.paid)
    }
    const before = await revenue()
    const ordered = await shopper.ordered(AUTOMATIC)
    await becomes(ordered, { captured_amount: totalOf(ordered) })
    expect((await revenue()) - before).toBe(totalOf(ordered))
  })

  it("counts in the spending of its agent's day [ROUTE-13]", async () => {
    const own = await Buyer.forGuests()
    const spender = new StripeShopper(own, item)
    const ordered = await spender.ordered(AUTOMATIC)
    const max_per_day = totalOf(ordered) * 2 - 1
    await setRules(own.client_id, { spending: { rules: [{ currency: "EUR", max_per_day }] } })
    const { id } = await own.ready([[item, 1]])
    expect((await own.complete(id)).body).toMatchObject({ code: "spending_limit" })
    await setRules(own.client_id, {
      spending: { rules: [{ currency: "EUR", max_per_day: max_per_day + 1 }] },
    })
    expect((await spender.adopted()).cart_id).not.toBe("")
  })

  it("has the amounts also when the event of a movement was lost [ROUTE-13]", async () => {
    const ordered = await shopper.ordered(AUTOMATIC)
    const { payment_id } = await becomes(ordered, { display_status: "paid" })
    await sql("update gw_payment set status = 'authorized', captured_amount = 0, version = 0 where id = $1", [
      payment_id,
    ])
    await runJob("follow-storefront-payments")
    expect(await paymentOf(ordered)).toMatchObject({
      display_status: "paid",
      captured_amount: totalOf(ordered),
    })
  })

  it("has no refund that Medusa is still making, or has not made [ROUTE-13]", async () => {
    const ordered = await shopper.ordered(AUTOMATIC)
    await becomes(ordered, { display_status: "paid" })
    // Medusa stores the refund before it calls the provider, and deletes it if the call fails.
    await sql(
      `insert into refund (id, payment_id, amount, raw_amount, created_at, updated_at)
       values ('ref_made_now', $1, 5, '{"value": "5", "precision": 20}', now(), now())`,
      [medusaPayment(ordered)]
    )
    await runJob("follow-storefront-payments")
    const during = await paymentOf(ordered)
    await sql("delete from refund where id = 'ref_made_now'")
    expect(during).toMatchObject({ display_status: "paid", refunded_amount: 0 })
  })

  it("has no refund of its agent that is in progress while the merchant cancels the order [ROUTE-13]", async () => {
    const ordered = await shopper.ordered(AUTOMATIC)
    const { payment_id } = await becomes(ordered, { display_status: "paid" })
    const bookings = await blockInserts("order_transaction", "new.reference = 'refund'")
    const refunding = refund(ordered, { amount: 900 })
    await bookings.stopped()
    const canceling = adminPost(`/admin/orders/${ordered.order.id}/cancel`)
    // As Medusa books the refund of a cancellation, also if its provider has failed to make it.
    const booking = `insert into order_transaction
        (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id, created_at, updated_at)
      select 'ordtrx_of_cancellation', order_id, version, amount, raw_amount, currency_code, 'canceled', $2, now(), now()
        from order_transaction where order_id = $1 limit 1`
    await sql(booking, [ordered.order.id, medusaPayment(ordered)])
    await sql("update order_transaction set reference = 'refund' where id = 'ordtrx_of_cancellation'")
    await runJob("follow-storefront-payments")
    const during = await paymentOf(ordered)
    await sql("delete from order_transaction where id = 'ordtrx_of_cancellation'")
    await bookings.release()
    expect(during).toMatchObject({ payment_id, display_status: "paid", refunded_amount: 0 })
    expect((await refunding).status).toBe(200)
    expect((await canceling).status).toBe(200)
    expect(await refundsAtStripe(ordered)).toEqual([900, totalOf(ordered) - 900])
    expect(await booked(ordered)).toMatchObject({ status: "canceled", refunded: totalOf(ordered) })
  })

  it("is refunded by its agent through Stripe, once for each key [ROUTE-14]", async () => {
    const ordered = await shopper.ordered(AUTOMATIC)
    await becomes(ordered, { display_status: "paid" })
    const key = randomUUID()
    const first = await refundIn(buyer, refund(ordered, { amount: 700, reason: "too late" }, key))
    expect(first).toMatchObject({ status: "partially_refunded", refunded_amount: 700 })
    expect(await refundIn(buyer, refund(ordered, { amount: 700, reason: "too late" }, key))).toEqual(first)
    expect(await refundsAtStripe(ordered)).toEqual([700])
    expect(await booked(ordered)).toEqual({
      status: "pending",
      refunds: [700],
      refunded: 700,
      outstanding: 0,
    })
    const seen = await readOrder(buyer, String(ordered.order.display_id))
    expect(adjustmentsOf(seen, "refund")).toMatchObject([{ status: "completed", description: "too late" }])
    const rest = await refundIn(buyer, refund(ordered))
    expect(rest).toMatchObject({ status: "refunded", refunded_amount: totalOf(ordered) })
    expect(await refundsAtStripe(ordered)).toEqual([700, totalOf(ordered) - 700])
  })

  it("is not refunded before it is captured, nor above what is captured [ROUTE-14]", async () => {
    const held = await shopper.ordered()
    await becomes(held, { display_status: "authorized" })
    expect(await refund(held)).toMatchObject({ status: 409, body: { code: "invalid_state" } })
    const paid = await shopper.ordered(AUTOMATIC)
    await becomes(paid, { display_status: "paid" })
    const answer = await refund(paid, { amount: totalOf(paid) + 1 })
    expect(answer.body).toMatchObject({ code: "amount_exceeds_captured" })
    expect([await refundsAtStripe(held), await refundsAtStripe(paid)]).toEqual([[], []])
  })

  it("is refunded by six simultaneous requests up to what is captured [ROUTE-14]", async () => {
    const ordered = await shopper.ordered(AUTOMATIC)
    await becomes(ordered, { display_status: "paid" })
    const amount = Math.floor(totalOf(ordered) / 2)
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => refund(ordered, { amount })))
    const made = await refundsAtStripe(ordered)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422])
    expect(made).toEqual([amount, amount])
    await becomes(ordered, { refunded_amount: made.reduce((sum, one) => sum + one, 0) })
    expect((await booked(ordered)).outstanding).toBe(0)
  })

  it("is refunded after the merchant's approval if the customer consented to the agent [ROUTE-14]", async () => {
    await changeSettings({ refunds: { customer_clients: "approval" } })
    const own = await Buyer.forCustomer()
    const ordered = await new StripeShopper(own, item).ordered(AUTOMATIC)
    await becomes(ordered, { display_status: "paid" })
    expect(await refundIn(own, refund(ordered, { amount: 500 }, randomUUID(), own))).toMatchObject({
      status: "pending",
    })
    expect(await refundsAtStripe(ordered)).toEqual([])
    await decided((await waitingOf(own.client_id)).id, "approve")
    await becomes(ordered, { refunded_amount: 500 })
    expect(await refundsAtStripe(ordered)).toEqual([500])
  })

  it("is refunded by staff on the payment's page [ROUTE-14]", async () => {
    const ordered = await shopper.ordered(AUTOMATIC)
    const { payment_id } = await becomes(ordered, { display_status: "paid" })
    const path = `/agentic-commerce/payments/${payment_id}`
    const { payment } = await inAdmin<{ payment: ShownPayment }>(`${path}/refund`, { amount: 300 })
    expect(payment.refunded_amount).toBe(300)
    expect(await refundsAtStripe(ordered)).toEqual([300])
    for (const movement of ["capture", "void"])
      expect((await adminPost(`/admin${path}/${movement}`, {})).status).toBe(400)
  })

  it("is canceled by its agent: voided or refunded at Stripe, once [ROUTE-10]", async () => {
    const held = await shopper.ordered()
    const paid = await shopper.ordered(AUTOMATIC)
    await becomes(paid, { display_status: "paid" })
    for (const { order } of [held, paid])
      expect((await buyer.send(`/orders/${order.display_id}/cancel`)).status).toBe(200)
    expect((await stripe.intent(held.intent)).status).toBe("canceled")
    expect(await refundsAtStripe(paid)).toEqual([totalOf(paid)])
    await becomes(held, { display_status: "voided" })
    await becomes(paid, { display_status: "refunded" })
    expect(await booked(paid)).toMatchObject({ status: "canceled", refunded: totalOf(paid) })
    expect((await buyer.send(`/orders/${paid.order.display_id}/cancel`)).status).toBe(409)
    expect(await refundsAtStripe(paid)).toEqual([totalOf(paid)])
  })

  it("needs review when Medusa has canceled it although Stripe has failed to end the payment [ROUTE-16]", async () => {
    const held = await shopper.ordered()
    const paid = await shopper.ordered(AUTOMATIC)
    await becomes(paid, { display_status: "paid" })
    await failRefund()
    await stripe.fail({ kind: "error", call: "/cancel", times: 10 })
    for (const { order } of [held, paid]) await inAdmin(`/orders/${order.id}/cancel`)
    await stripe.reset()
    const reviews = [held, paid].map((ordered) => becomes(ordered, { display_status: "needs_review" }))
    const [first, second] = await Promise.all(reviews)
    const total = (totalOf(paid) / 100).toFixed(2)
    expect([first?.review_reason, second?.review_reason]).toEqual([
      `The order is canceled, but ${total} EUR are authorized. Check the payment at its provider.`,
      `The order is canceled, but ${total} EUR are captured and not refunded. Check the payment at its provider.`,
    ])
    // As if the event had been lost. A late event may open the review again, so the reason is deleted first.
    await sql("update gw_payment set review_reason = null where id = $1", [second?.payment_id])
    await sql("delete from gw_review where payment_id = $1", [second?.payment_id])
    await runJob("follow-storefront-payments")
    expect(await paymentOf(paid)).toMatchObject({ display_status: "needs_review" })
    expect((await closeReview(await paymentOf(paid))).status).toBe(200)
    await runJob("follow-storefront-payments")
    expect(await paymentOf(paid)).toMatchObject({ display_status: "paid", review_reason: null })
  })

  it("is not refunded by its agent through Medusa's manual provider, which moves no money [ROUTE-14]", async () => {
    const ordered = await shopper.ordered(AUTOMATIC)
    await becomes(ordered, { display_status: "paid" })
    await sql("update payment set provider_id = 'pp_system_default' where id = $1", [medusaPayment(ordered)])
    const { status, body } = await refund(ordered, { amount: 100 })
    expect([status, body]).toMatchObject([422, { code: "amount_exceeds_captured" }])
    expect(await booked(ordered)).toMatchObject({ refunds: [], refunded: 0 })
  })
})

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

  it("can be requested again if the merchant finds that it was not made [ROUTE-15]", async () => {
    const payment = await unknown(failRefund)
    expect((await closeReview(payment, { was_refunded: false })).status).toBe(200)
    expect(await booked(ordered)).toMatchObject({ refunds: [], outstanding: 0 })
    expect(await refundIn(buyer, refund(ordered, { amount: 900 }))).toMatchObject({ refunded_amount: 900 })
    expect(await refundsAtStripe(ordered)).toEqual([900])
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
