import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import type { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { loseOrderEvent } from "../support/hand-off"
import { pauseJob, runJob } from "../support/jobs"
import { funnelFor, funnelOfClient } from "../support/agents-overview"
import { adminGet } from "../support/merchant"
import { refuseInserts, refuseUpdates } from "../support/table-lock"
import { inOwnWorld } from "../support/own-world"
import { Receiver } from "../support/receiver"
import { closeUcpShop, openUcpShop } from "../support/shop"
import {
  becomes,
  booked,
  type Ordered,
  paymentOf,
  queryByStaff,
  refundsAtStripe,
  totalOf,
} from "../support/storefront-orders"
import { stripe, stripeKeys } from "../support/stripe"
import { AUTOMATIC, type Paying, STRIPE_STOREFRONT, StripeShopper } from "../support/stripe-shopper"
import { inAdmin } from "../support/ucp-orders"
import { removed, subscribe, verified } from "../support/webhooks"

inOwnWorld({ ...STRIPE_STOREFRONT, ...stripeKeys() })

let buyer: Buyer
let shopper: StripeShopper
let resume: () => Promise<void>

beforeAll(async () => {
  const { item, ...opened } = await openUcpShop("Backstaff")
  buyer = opened.buyer
  shopper = new StripeShopper(buyer, item)
  resume = await pauseJob("check-storefront-payments")
})
afterAll(async () => {
  await resume()
  await closeUcpShop()
})
afterEach(() => stripe.reset())

/** A customer who pays by direct debit, before the storefront places the order. */
async function debited(): Promise<Paying> {
  const checkout = await shopper.paying(AUTOMATIC)
  expect((await stripe.confirmDebit(checkout.secret)).status).toBe("processing")
  return checkout
}

/** The order of such a customer, whose money has not arrived. Stripe's later events are lost. */
async function ordered(): Promise<Ordered> {
  const checkout = await debited()
  expect((await shopper.shop.complete(checkout.cart_id)).type).toBe("order")
  const order = await shopper.placed(checkout)
  await stripe.deliver("lost")
  return { ...checkout, order }
}

/** Runs the job with the payment of an order due. */
async function check({ order }: Ordered): Promise<void> {
  await sql("update gw_payment set next_check_at = now() where order_id = $1", [order.id])
  await runJob("check-storefront-payments")
}

/** The order of such a customer, whose money has arrived. */
async function paid(): Promise<Ordered> {
  const placed = await ordered()
  await stripe.debit(placed.intent, true)
  await check(placed)
  await becomes(placed, { display_status: "paid", review_reason: null })
  return placed
}

/** Adds another captured payment of an order to Medusa's records, in minor units. Returns the reason of the order's review. */
async function payAgain(placed: Ordered, minor: number): Promise<string | null> {
  const payment_id = `pay_${randomUUID()}`
  const amounts = { amount: minor / 100, raw_amount: { value: String(minor / 100), precision: 20 } }
  const copied = "select (jsonb_populate_record(r, $2)).*"
  const of = "p.data ->> 'id' = $1"
  await sql(`insert into payment ${copied} from payment r join payment p on p.id = r.id where ${of}`, [
    placed.intent,
    JSON.stringify({ ...amounts, id: payment_id, payment_session_id: `payses_${randomUUID()}` }),
  ])
  await sql(
    `insert into capture ${copied} from capture r join payment p on p.id = r.payment_id where ${of}`,
    [placed.intent, JSON.stringify({ ...amounts, id: `capt_${randomUUID()}`, payment_id })]
  )
  await runJob("follow-storefront-payments")
  return (await becomes(placed, { captured_amount: totalOf(placed) + minor })).review_reason
}

const isDue = async ({ order }: Ordered) =>
  (await sql("select 1 from gw_payment where order_id = $1 and next_check_at is not null", [order.id]))
    .length === 1

describe("an order whose payment the provider confirms later", () => {
  it("is placed, and its payment is processed until the provider's webhook arrives [ROUTE-27]", async () => {
    const placed = await ordered()
    await shopper.expectCompleted(placed, placed.order)
    expect(await paymentOf(placed)).toMatchObject({ display_status: "processing", amount: totalOf(placed) })
    await stripe.deliver("twice")
    await stripe.debit(placed.intent, true)
    await becomes(placed, { display_status: "paid", captured_amount: totalOf(placed) })
    expect(await booked(placed)).toMatchObject({ outstanding: 0, refunds: [] })
    // The second webhook may still be processed, and makes the payment due again.
    await eventually(async () => {
      await check(placed)
      return (await isDue(placed)) ? undefined : true
    })
  })

  it("is paid when the webhook is lost, once, also with two checks at the same time [ROUTE-27]", async () => {
    const placed = await ordered()
    await check(placed)
    expect([(await paymentOf(placed)).display_status, await isDue(placed)]).toEqual(["processing", true])
    await stripe.debit(placed.intent, true)
    await Promise.all([check(placed), check(placed)])
    await becomes(placed, { display_status: "paid", captured_amount: totalOf(placed) })
    expect(await booked(placed)).toMatchObject({ outstanding: 0, refunds: [] })
    const captures = `select 1 from capture c join payment p on p.id = c.payment_id
      where p.data ->> 'id' = $1 and c.deleted_at is null`
    expect(await sql(captures, [placed.intent])).toHaveLength(1)
  })

  it("stays due while the provider fails [ROUTE-27]", async () => {
    const placed = await ordered()
    await stripe.debit(placed.intent, true)
    await stripe.fail({ kind: "error", call: `GET /v1/payment_intents/${placed.intent}`, times: 4 })
    await check(placed)
    expect([(await paymentOf(placed)).display_status, await isDue(placed)]).toEqual(["processing", true])
    await stripe.reset()
    await check(placed)
    await becomes(placed, { display_status: "paid" })
  })

  it("is reported to the merchant and the agent when the provider refuses it, and not canceled [ROUTE-27]", async () => {
    const receiver = await Receiver.listen()
    const { id, secret } = await subscribe(buyer, receiver.at("/deferred"))
    const placed = await ordered()
    await stripe.debit(placed.intent, false)
    await check(placed)
    const refused = await becomes(placed, { display_status: "needs_review" })
    expect(refused.review_reason).toContain("refused the payment of a placed order")
    expect((await booked(placed)).status).toBe("pending")
    const statuses = await eventually(async () => {
      const events = receiver.arrived.map((message) => verified(message, secret))
      const seen = events.filter(({ data }) => data.order?.id === String(placed.order.display_id))
      return seen.some(({ data }) => data.status === "unpaid") ? seen : undefined
    })
    expect(await removed(buyer, id)).toBe(204)
    receiver.close()
    expect(statuses.map(({ type, data }) => [type, data.status])).toEqual(
      expect.arrayContaining([
        ["order.created", "pending"],
        ["order.updated", "unpaid"],
      ])
    )
    await check(placed)
    expect((await paymentOf(placed)).review_reason).toBe(refused.review_reason)
    // The customer cannot pay any more, and staff can record that they were paid in another way.
    expect((await stripe.intent(placed.intent)).status).toBe("canceled")
    const [collection] = await sql<{ id: string }>(
      "select payment_collection_id as id from order_payment_collection where order_id = $1",
      [placed.order.id]
    )
    await inAdmin(`/payment-collections/${collection?.id}/mark-as-paid`, { order_id: placed.order.id })
    await becomes(placed, { captured_amount: totalOf(placed) })
    const [decline] = await sql("select decline_code from gw_payment where order_id = $1", [placed.order.id])
    expect(decline).toEqual({ decline_code: null })
  })

  it("is reported when the provider refuses it, also beside a session whose payment Stripe has not created [ROUTE-27]", async () => {
    const placed = await ordered()
    await sql(
      `insert into payment_session (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id, status)
       select 'payses_' || $2, currency_code, amount, raw_amount, provider_id, '{}', payment_collection_id, 'pending'
         from payment_session where data ->> 'id' = $1`,
      [placed.intent, randomUUID()]
    )
    await stripe.debit(placed.intent, false)
    await check(placed)
    await becomes(placed, { display_status: "needs_review" })
    expect((await stripe.intent(placed.intent)).status).toBe("canceled")
  })

  it("is processed again when the customer tries again before the refusal is recorded [ROUTE-27]", async () => {
    const placed = await ordered()
    await stripe.debit(placed.intent, false)
    // The provider does not cancel the payment, because the customer has begun to pay again.
    await stripe.fail({ kind: "error", call: `POST /v1/payment_intents/${placed.intent}/cancel`, times: 4 })
    await check(placed)
    expect((await paymentOf(placed)).display_status).toBe("declined")
    await stripe.confirmDebit(placed.secret)
    await check(placed)
    expect((await paymentOf(placed)).display_status).toBe("processing")
    await stripe.debit(placed.intent, true)
    await check(placed)
    await becomes(placed, { display_status: "paid", captured_amount: totalOf(placed) })
  })

  it("is completed in Medusa when the store has recorded the capture and not booked it [ROUTE-27]", async () => {
    const placed = await ordered()
    await stripe.debit(placed.intent, true)
    const accept = await refuseInserts("order_transaction")
    await check(placed)
    await accept()
    expect([(await booked(placed)).outstanding, await isDue(placed)]).toEqual([totalOf(placed), true])
    await check(placed)
    await check(placed)
    expect([(await booked(placed)).outstanding, await isDue(placed)]).toEqual([0, false])
    await becomes(placed, { display_status: "paid" })
  })

  it("is reported when it cannot be checked for a day, or does not decide for a month [ROUTE-27]", async () => {
    const aged = async (placed: Ordered, days: number) => {
      const older = "update gw_payment set created_at = now() - make_interval(days => $2) where order_id = $1"
      await sql(older, [placed.order.id, days])
      await check(placed)
      return (await paymentOf(placed)).review_reason
    }
    const [unreachable, undecided] = [await ordered(), await ordered()]
    const call = `GET /v1/payment_intents/${unreachable.intent}`
    await stripe.fail({ kind: "error", call, times: 8 })
    expect(await aged(unreachable, 20)).toBeNull()
    await sql("update gw_payment set unchecked_since = now() - interval '25 hours' where order_id = $1", [
      unreachable.order.id,
    ])
    expect(await aged(unreachable, 20)).toContain("could not be checked")
    await stripe.reset()
    await check(unreachable)
    const since = "select unchecked_since from gw_payment where order_id = $1"
    expect(await sql(since, [unreachable.order.id])).toEqual([{ unchecked_since: null }])
    expect(await aged(undecided, 29)).toBeNull()
    expect(await aged(undecided, 31)).toContain("for 30 days")
    expect(await isDue(undecided)).toBe(true)
  })

  it("is recorded when staff query the provider, until there is nothing to query [ADM-09, ADM-32]", async () => {
    const placed = await ordered()
    const payment = await paymentOf(placed)
    expect(payment.can_query).toBe(true)
    expect(await queryByStaff(payment)).toMatchObject({
      status: 200,
      body: { outcome: "unchanged", payment: { display_status: "processing" } },
    })
    await stripe.debit(placed.intent, true)
    expect(await queryByStaff(payment)).toMatchObject({
      status: 200,
      body: { outcome: "changed", payment: { display_status: "paid", captured_amount: totalOf(placed) } },
    })
    expect((await paymentOf(placed)).can_query).toBe(false)
  })

  it("reports to staff that the provider fails, and can be queried afterwards [ADM-32]", async () => {
    const placed = await ordered()
    const payment = await paymentOf(placed)
    await stripe.debit(placed.intent, true)
    await stripe.fail({ kind: "error", call: `GET /v1/payment_intents/${placed.intent}`, times: 8 })
    expect(await queryByStaff(payment)).toEqual({
      status: 503,
      body: {
        type: "unavailable",
        code: "bank_unavailable",
        message: expect.stringContaining("The payment provider did not report the status.") as string,
      },
    })
    expect(await paymentOf(placed)).toMatchObject({ display_status: "processing", can_query: true })
    await stripe.reset()
    expect(await queryByStaff(payment)).toMatchObject({ status: 200, body: { outcome: "changed" } })
  })

  it("reports to staff an error of the store as its own, not as the provider's [ADM-32]", async () => {
    const placed = await ordered()
    const payment = await paymentOf(placed)
    await sql("update gw_payment set unchecked_since = now() where id = $1", [payment.payment_id])
    const allow = await refuseUpdates("gw_payment", `new.id = '${payment.payment_id}'`)
    const answer = await queryByStaff(payment)
    expect(await allow()).toBeGreaterThan(0)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      500,
      expect.not.stringContaining("bank_unavailable"),
    ])
    expect(await queryByStaff(payment)).toMatchObject({ status: 200, body: { outcome: "unchanged" } })
  })

  it("is scheduled although the order was recorded before its payment session said so [ROUTE-27]", async () => {
    const placed = await ordered()
    const free = "status = 'nothing_due', amount = 0, next_check_at = null"
    await sql(`update gw_payment set ${free} where order_id = $1`, [placed.order.id])
    await runJob("follow-storefront-payments")
    await becomes(placed, { display_status: "processing", amount: totalOf(placed) })
    expect(await isDue(placed)).toBe(true)
  })

  it("is pending in the revenue until it is paid, and dropped when it is refused or canceled [ROUTE-27]", async () => {
    const counted = async () => {
      const [euro] = (await funnelOfClient(buyer.client_id))?.by_currency ?? []
      const dropped = (euro?.dropped ?? []).reduce((sum, { count }) => sum + count, 0)
      return { paid: euro?.paid ?? 0, pending: euro?.pending ?? 0, dropped }
    }
    const before = await counted()
    const [refused, canceled] = [await ordered(), await ordered(), await ordered()]
    expect(await counted()).toEqual({ ...before, pending: before.pending + 3 })
    await stripe.debit(refused.intent, false)
    await check(refused)
    await inAdmin(`/orders/${canceled.order.id}/cancel`)
    await check(canceled)
    const { paid, pending, dropped } = before
    expect(await counted()).toEqual({ paid, pending: pending + 1, dropped: dropped + 2 })
    const { overview } = await adminGet<{ overview: { paid: { now: number }; not_paid: { now: number } } }>(
      "/admin/agentic-commerce/overview"
    )
    const { total } = await funnelFor("")
    expect(overview.paid.now).toBe(total.by_currency.reduce((sum, one) => sum + one.paid, 0))
  })

  it("that the merchant cancels needs a review when the money arrives after all [ROUTE-27]", async () => {
    const placed = await ordered()
    await inAdmin(`/orders/${placed.order.id}/cancel`)
    await check(placed)
    expect((await paymentOf(placed)).display_status).toBe("canceled")
    await stripe.debit(placed.intent, true)
    await check(placed)
    const { review_reason } = await becomes(placed, { display_status: "needs_review" })
    expect([review_reason, await refundsAtStripe(placed)]).toEqual([
      expect.stringContaining("are captured and not refunded"),
      [],
    ])
  })

  it("is not canceled by an agent before the payment is confirmed [ROUTE-27]", async () => {
    const placed = await ordered()
    const cancel = () =>
      buyer.send(`/orders/${placed.order.display_id}/cancel`, {
        body: {},
        headers: { "idempotency-key": randomUUID() },
      })
    const refused = await cancel()
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining("has not confirmed the payment of the order yet"),
    ])
    await stripe.debit(placed.intent, true)
    await check(placed)
    expect((await cancel()).status).toBe(200)
    expect([(await booked(placed)).status, await refundsAtStripe(placed)]).toEqual([
      "canceled",
      [totalOf(placed)],
    ])
  })

  it("is not taken for a payment that was canceled before the order [ROUTE-27]", async () => {
    const placed = await ordered()
    await sql(
      `insert into payment (id, amount, raw_amount, currency_code, provider_id, data, payment_collection_id,
                            payment_session_id, canceled_at)
       select 'pay_before', s.amount, s.raw_amount, s.currency_code, s.provider_id, '{}', s.payment_collection_id,
              'payses_before', now() - interval '1 hour'
         from payment_session s where s.data ->> 'id' = $1`,
      [placed.intent]
    )
    await runJob("follow-storefront-payments")
    await check(placed)
    expect((await paymentOf(placed)).display_status).toBe("processing")
    await stripe.debit(placed.intent, false)
    await check(placed)
    await becomes(placed, { display_status: "needs_review" })
  })

  it("needs a review when it is paid twice [ROUTE-27]", async () => {
    const placed = await paid()
    expect(await payAgain(placed, totalOf(placed))).toContain("was paid twice")
  })

  it("needs a review when the second payment is smaller [ROUTE-27]", async () => {
    const placed = await paid()
    expect(await payAgain(placed, Math.floor(totalOf(placed) / 3))).toContain("was paid twice")
  })

  it.each([
    ["smaller than", 3],
    ["as large as", 1],
  ])(
    "needs no review when two payments have paid what it cost before an edit, the second one %s it now [ROUTE-27]",
    async (_, part) => {
      const placed = await paid()
      const more = Math.floor(totalOf(placed) / part)
      // As if an edit had reduced the order after both.
      await sql(
        `insert into order_summary (id, order_id, version, totals)
         select $2, order_id, 0, totals || jsonb_build_object('current_order_total', $3::numeric)
           from order_summary where order_id = $1`,
        [placed.order.id, `ordsum_${randomUUID()}`, (totalOf(placed) + more) / 100]
      )
      expect(await payAgain(placed, more)).toBeNull()
    }
  )

  it("is recorded when Medusa's event is lost [ROUTE-27]", async () => {
    const placed = await ordered()
    await loseOrderEvent(placed.id, placed.cart_id)
    await runJob("find-storefront-orders")
    await shopper.expectCompleted(placed, placed.order)
    expect((await paymentOf(placed)).display_status).toBe("processing")
  })
})

it("a cart whose payment the provider confirms later is followed until the money arrives [ROUTE-27]", async () => {
  await stripe.deliver("lost")
  const checkout = await debited()
  const due = async (what: string) => {
    const soon = "next_check_at = case when next_check_at is not null then now() end"
    await sql(`update gw_storefront_hand_off set ${soon}, ${what} where session_id = $1`, [checkout.id])
    await runJob("check-storefront-payments")
  }
  await due("adopted_at = now() - interval '9 days'")
  expect((await buyer.read(checkout.id)).status).toBe("complete_in_progress")
  expect((await buyer.cancel(checkout.id)).status).toBe(409)
  await stripe.debit(checkout.intent, true)
  await due("checks = 0")
  await due("checks = 0")
  const order = await shopper.placed(checkout)
  await shopper.expectCompleted(checkout, order)
  expect(order.summary.paid_total).toBe(order.total)
})
