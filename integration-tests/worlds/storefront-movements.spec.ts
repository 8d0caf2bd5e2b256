import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { decided, waitingOf } from "../support/approvals"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { adminPost } from "../support/merchant"
import { Receiver } from "../support/receiver"
import { inOwnWorld } from "../support/own-world"
import { pauseSchedule } from "../support/pause-schedule"
import { blockInserts } from "../support/table-lock"
import { changeSettings, setRules } from "../support/policy"
import { closeUcpShop, openUcpShop } from "../support/shop"
import {
  becomes,
  booked,
  closeReview,
  failRefund,
  medusaPayment,
  type Ordered,
  paymentOf,
  refundsAtStripe,
  type ShownPayment,
  totalOf,
} from "../support/storefront-orders"
import { splitPayment } from "../support/split-payment"
import { listPayments } from "../support/staff"
import { STRIPE, stripe, stripeKeys } from "../support/stripe"
import { AUTOMATIC, STRIPE_STOREFRONT, StripeShopper } from "../support/stripe-shopper"
import { removed, subscribe, verified } from "../support/webhooks"
import { adjustmentsOf, inAdmin, readOrder, refundIn } from "../support/ucp-orders"

inOwnWorld({ ...STRIPE_STOREFRONT, ...stripeKeys() })

// Without the job, the amounts follow Medusa's events alone.
pauseSchedule("follow-storefront-payments")

let buyer: Buyer
let item: string
let shopper: StripeShopper

beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Octant"))
  shopper = new StripeShopper(buyer, item)
})
afterAll(closeUcpShop)
afterEach(() => stripe.reset())

const NO_SINGLE_PAYMENT =
  "No single payment of the order has this amount left at its provider. The merchant can refund the order on its page in Medusa."

const refund = ({ order }: Ordered, body: object = {}, key: string = randomUUID(), by = buyer) =>
  by.send(`/orders/${order.display_id}/refund`, { body, headers: { "idempotency-key": key } })

describe("an order that its customer has paid in the storefront", () => {
  it("has the amounts and statuses that Medusa records, for the agent and the merchant [ROUTE-13]", async () => {
    // Stripe's own events of the capture would make Medusa emit another one.
    await stripe.deliver("lost")
    const ordered = await shopper.ordered()
    const amount = totalOf(ordered)
    const held = await becomes(ordered, { display_status: "authorized" })
    expect(held).toMatchObject({ route: "storefront", amount, captured_amount: 0 })
    const { payments } = await listPayments({ order_id: ordered.order.id })
    expect(payments).toMatchObject([{ route: "storefront", provider_ids: [STRIPE] }])
    expect(held.movable).toMatchObject({ capture: amount, refund: 0, void: false })
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

  it("needs review when it was canceled after a partial capture, whose rest Medusa does not cancel [ROUTE-16]", async () => {
    const [byAgent, byStaff] = [await shopper.ordered(), await shopper.ordered()]
    for (const ordered of [byAgent, byStaff]) {
      await inAdmin(`/payments/${medusaPayment(ordered)}/capture`, { amount: 4 })
      await becomes(ordered, { captured_amount: 400 })
    }
    expect((await buyer.send(`/orders/${byAgent.order.display_id}/cancel`)).status).toBe(200)
    await inAdmin(`/orders/${byStaff.order.id}/cancel`)
    const rest = ((totalOf(byAgent) - 400) / 100).toFixed(2)
    for (const ordered of [byAgent, byStaff])
      expect(await becomes(ordered, { display_status: "needs_review" })).toMatchObject({
        review_reason: `The order is canceled, but ${rest} EUR were not captured in Medusa. Check the payment at its provider.`,
      })
  })

  it("is not refunded by its agent through Medusa's manual provider, which moves no money [ROUTE-14]", async () => {
    const ordered = await shopper.ordered(AUTOMATIC)
    await becomes(ordered, { display_status: "paid" })
    await sql("update payment set provider_id = 'pp_system_default' where id = $1", [medusaPayment(ordered)])
    const { status, body } = await refund(ordered, { amount: 100 })
    expect([status, body]).toMatchObject([409, { code: "invalid_state", content: NO_SINGLE_PAYMENT }])
    const canceled = await buyer.send(`/orders/${ordered.order.display_id}/cancel`)
    expect(canceled).toMatchObject({ status: 409, body: { content: NO_SINGLE_PAYMENT } })
    expect(await booked(ordered)).toMatchObject({ status: "pending", refunds: [], refunded: 0 })
  })

  it("is refunded by its agent only with an amount that a single payment has left [ROUTE-14]", async () => {
    const ordered = await shopper.ordered(AUTOMATIC)
    await becomes(ordered, { display_status: "paid" })
    const [left, right] = await splitPayment(ordered)
    const rejected = { status: 409, body: { code: "invalid_state", content: NO_SINGLE_PAYMENT } }
    expect(await refund(ordered)).toMatchObject(rejected)
    expect(await buyer.send(`/orders/${ordered.order.display_id}/cancel`)).toMatchObject(rejected)
    expect(await refundsAtStripe(ordered)).toEqual([])
    for (const amount of [left, right]) expect((await refund(ordered, { amount })).status).toBe(200)
    expect(await refundsAtStripe(ordered)).toEqual([left, right])
    await becomes(ordered, { display_status: "refunded", refunded_amount: left + right })
    expect((await booked(ordered)).refunds.sort()).toEqual([left, right].sort())
  })
})
