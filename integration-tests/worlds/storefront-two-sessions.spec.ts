import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { pauseJob, runJob } from "../support/jobs"
import { inOwnWorld } from "../support/own-world"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { becomes, type Ordered, paymentOf, refundsAtStripe, totalOf } from "../support/storefront-orders"
import { stripe, stripeKeys } from "../support/stripe"
import { AUTOMATIC, type Paying, STRIPE_STOREFRONT, StripeShopper } from "../support/stripe-shopper"
import { blockUpdates, refuseUpdates } from "../support/table-lock"

inOwnWorld({ ...STRIPE_STOREFRONT, ...stripeKeys() })

let shopper: StripeShopper
let resume: () => Promise<void>

beforeAll(async () => {
  const { item, buyer } = await openUcpShop("Quadrant")
  shopper = new StripeShopper(buyer, item)
  resume = await pauseJob("check-storefront-payments")
})
afterAll(async () => {
  await resume()
  await closeUcpShop()
})
afterEach(() => stripe.reset())

/** Runs the job when the store itself has scheduled the check of the order, as after the waiting time. */
async function checkIfDue({ order }: Ordered): Promise<void> {
  const soon = "next_check_at = now() where order_id = $1 and next_check_at is not null"
  await sql(`update gw_payment set ${soon}`, [order.id])
  await runJob("check-storefront-payments")
}

const isDue = async ({ order }: Ordered) =>
  (await sql("select 1 from gw_payment where order_id = $1 and next_check_at is not null", [order.id]))
    .length === 1

/** The order of a cart whose customer has paid with this payment. */
async function ordered(checkout: Paying): Promise<Ordered> {
  await stripe.confirm(checkout.secret)
  expect((await shopper.shop.complete(checkout.cart_id)).type).toBe("order")
  const placed = { ...checkout, order: await shopper.placed(checkout) }
  await becomes(placed, { captured_amount: totalOf(placed) })
  return placed
}

/**
 * A cart with two payment sessions, as two tabs create at the same time. Medusa completes the cart with the first one, because
 * it takes the other one for failed.
 */
async function twoSessions(): Promise<{ checkout: Paying; other: Paying }> {
  await stripe.deliver("lost")
  const [checkout, other] = [await shopper.paying(AUTOMATIC), await shopper.paying(AUTOMATIC)]
  await addSession(checkout, other)
  return { checkout, other }
}

/** Adds the payment of another intent to the payment collection of a cart. */
async function addSession(checkout: Paying, other: Paying): Promise<void> {
  await sql(
    `insert into payment_session (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id, status)
     select 'payses_' || $2, currency_code, amount, raw_amount, provider_id, jsonb_build_object('id', $2::text),
            payment_collection_id, 'error'
       from payment_session where data ->> 'id' = $1`,
    [checkout.intent, other.intent]
  )
}

/** A paid order that is not checked any more, and a payment session that its customer opens afterwards in a second tab. */
async function openedLater(): Promise<{ placed: Ordered; other: Paying }> {
  await stripe.deliver("lost")
  const [checkout, other] = [await shopper.paying(AUTOMATIC), await shopper.paying(AUTOMATIC)]
  const placed = await ordered(checkout)
  expect(await isDue(placed)).toBe(false)
  await addSession(checkout, other)
  return { placed, other }
}

describe("an order whose customer has opened two payment sessions", () => {
  it("needs a review when both are paid and the webhook of one is lost [ROUTE-27]", async () => {
    const { checkout, other } = await twoSessions()
    await stripe.confirm(other.secret)
    const placed = await ordered(checkout)
    expect((await paymentOf(placed)).review_reason).toBeNull()
    await checkIfDue(placed)
    const { review_reason } = await becomes(placed, { captured_amount: 2 * totalOf(placed) })
    expect(review_reason).toContain("was paid twice")
    expect([await refundsAtStripe(other), await refundsAtStripe(placed)]).toEqual([[], []])
    await checkIfDue(placed)
    expect(await isDue(placed)).toBe(false)
  })

  it.each(["not confirmed", "declined"] as const)(
    "needs a review when the other one, %s at first, is paid later [ROUTE-27]",
    async (first) => {
      const { checkout, other } = await twoSessions()
      const placed = await ordered(checkout)
      if (first === "declined") await stripe.confirm(other.secret, "declined")
      await checkIfDue(placed)
      await checkIfDue(placed)
      expect(await paymentOf(placed)).toMatchObject({
        display_status: "paid",
        captured_amount: totalOf(placed),
        review_reason: null,
      })
      await stripe.confirm(other.secret)
      await checkIfDue(placed)
      const { review_reason } = await becomes(placed, { captured_amount: 2 * totalOf(placed) })
      expect(review_reason).toContain("was paid twice")
    }
  )

  it("needs no review when its provider no longer knows the other one [ROUTE-27]", async () => {
    const { checkout, other } = await twoSessions()
    const unknown = `jsonb_set(data, '{id}', '"pi_unknown"')`
    await sql(`update payment_session set data = ${unknown} where data ->> 'id' = $1`, [other.intent])
    const placed = await ordered(checkout)
    await checkIfDue(placed)
    const [row] = await sql("select unchecked_since from gw_payment where order_id = $1", [placed.order.id])
    expect([row, await isDue(placed)]).toEqual([{ unchecked_since: null }, true])
  })

  it("is no longer checked when the other one is canceled at the provider [ROUTE-27]", async () => {
    const { checkout, other } = await twoSessions()
    const placed = await ordered(checkout)
    await checkIfDue(placed)
    expect(await isDue(placed)).toBe(true)
    await stripe.cancel(other.intent)
    await checkIfDue(placed)
    expect([await isDue(placed), (await paymentOf(placed)).review_reason]).toEqual([false, null])
  })

  it("stays declined when the first one, a direct debit, is canceled at the provider and the other one is open [ROUTE-27]", async () => {
    const { checkout } = await twoSessions()
    expect((await stripe.confirmDebit(checkout.secret)).status).toBe("processing")
    expect((await shopper.shop.complete(checkout.cart_id)).type).toBe("order")
    const placed = { ...checkout, order: await shopper.placed(checkout) }
    await stripe.debit(checkout.intent, false)
    await stripe.cancel(checkout.intent)
    const status = async () => {
      await checkIfDue(placed)
      const [row] = await sql<{ status: string }>("select status from gw_payment where order_id = $1", [
        placed.order.id,
      ])
      return row?.status
    }
    // As if the store was killed before it ended the payment.
    const allow = await refuseUpdates("gw_payment", "new.status = 'declined'")
    expect(await status()).toBe("processing")
    expect(await allow()).toBe(1)
    expect(await status()).toBe("declined")
    expect(await status()).toBe("declined")
    expect((await paymentOf(placed)).review_reason).toContain("refused the payment of a placed order")
  })

  it("needs a review when one that was opened after the order is paid and its webhook is lost [ROUTE-27]", async () => {
    const { placed, other } = await openedLater()
    await stripe.confirm(other.secret)
    await runJob("follow-storefront-payments")
    await checkIfDue(placed)
    const { review_reason } = await becomes(placed, { captured_amount: 2 * totalOf(placed) })
    expect(review_reason).toContain("was paid twice")
    expect([await refundsAtStripe(other), await refundsAtStripe(placed)]).toEqual([[], []])
    await checkIfDue(placed)
    await runJob("follow-storefront-payments")
    expect(await isDue(placed)).toBe(false)
  })

  it("is checked until one that was opened after the order is canceled [ROUTE-27]", async () => {
    const { placed, other } = await openedLater()
    await runJob("follow-storefront-payments")
    await checkIfDue(placed)
    expect(await isDue(placed)).toBe(true)
    await stripe.cancel(other.intent)
    await checkIfDue(placed)
    await runJob("follow-storefront-payments")
    expect([await isDue(placed), (await paymentOf(placed)).review_reason]).toEqual([false, null])
  })

  it.each([
    ["a minute", "30 seconds", "25 days", "1 second"],
    ["an hour when the order is older than a month", "50 minutes", "31 days", "1 second"],
    ["a day when the session is older than a day", "23 hours", "31 days", "25 hours"],
  ])(
    "is checked after %s for one that was opened after the order [ROUTE-27]",
    async (_, least, orderAge, sessionAge) => {
      const { placed } = await openedLater()
      const session =
        "created_at = now() - $2::interval where id like 'payses_pi_%' and payment_collection_id"
      await sql(
        `update payment_session set ${session} in (
           select payment_collection_id from order_payment_collection where order_id = $1)`,
        [placed.order.id, sessionAge]
      )
      await sql("update gw_payment set created_at = now() - $2::interval where order_id = $1", [
        placed.order.id,
        orderAge,
      ])
      await runJob("follow-storefront-payments")
      const due = "select 1 from gw_payment where order_id = $1 and next_check_at > now() + $2::interval"
      const within = `${due} and next_check_at < now() + 2.1 * $2::interval`
      expect(await sql(within, [placed.order.id, least])).toHaveLength(1)
    }
  )

  it("is left for the next scan while another transaction has locked its payment, or when the database fails [ROUTE-27]", async () => {
    const { placed } = await openedLater()
    const [payment] = await sql<{ id: string }>("select id from gw_payment where order_id = $1", [
      placed.order.id,
    ])
    const allow = await refuseUpdates("gw_payment", `new.id = '${payment?.id}'`)
    await runJob("follow-storefront-payments")
    expect(await allow()).toBe(1)
    expect(await isDue(placed)).toBe(false)
    const held = await blockUpdates("gw_payment", `new.id = '${payment?.id}' and new.updated_at is null`)
    const update = sql("update gw_payment set updated_at = null where id = $1", [payment?.id]).catch(() => [])
    await held.stopped()
    await runJob("follow-storefront-payments")
    await held.release()
    await update
    expect(await isDue(placed)).toBe(false)
    await runJob("follow-storefront-payments")
    expect(await isDue(placed)).toBe(true)
  })

  it("is not checked when the customer has opened only one [ROUTE-27]", async () => {
    const placed = await ordered(await shopper.paying(AUTOMATIC))
    await runJob("follow-storefront-payments")
    expect(await isDue(placed)).toBe(false)
  })
})
