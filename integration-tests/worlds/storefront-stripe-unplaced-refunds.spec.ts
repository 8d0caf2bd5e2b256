import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import type { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { adminPost } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { sellOut } from "../support/sold-out"
import { closeUcpShop } from "../support/shop"
import type { Storefront } from "../support/storefront"
import { STRIPE, stripe, stripeKeys } from "../support/stripe"
import {
  AUTOMATIC,
  expectRefused,
  openStripeShop,
  type Paying,
  STRIPE_STOREFRONT,
  type StripeShopper,
} from "../support/stripe-shopper"
import { checkCartsAlone, checkTimes, handOffOf, type Unplaced, unplaced } from "../support/unplaced-carts"

inOwnWorld({ ...STRIPE_STOREFRONT, ...stripeKeys() })

let buyer: Buyer
let item: string
let shop: Storefront
let shopper: StripeShopper

beforeAll(async () => void ({ buyer, item, shop, shopper } = await openStripeShop("Octant")))
afterAll(closeUcpShop)
checkCartsAlone()

/** A paid cart that cannot become an order, and whose refund Stripe answers with this fault. Amount in minor units. */
async function unknownRefund(checkout: Paying, kind: "lost_answer" | "error") {
  await sql("update cart_line_item set quantity = 2 where cart_id = $1", [checkout.cart_id])
  await checkTimes(checkout, 4)
  await stripe.fail({ kind, call: "POST /v1/refunds", times: 10 })
  await checkTimes(checkout, 3)
  await stripe.reset()
  return { payment: await unplaced(checkout), amount: (await stripe.intent(checkout.intent)).amount }
}

async function closeReview({ payment_id }: Unplaced, answer: object): Promise<void> {
  const path = `/admin/agentic-commerce/payments/${payment_id}/review/resolve`
  expect((await adminPost(path, { note: "Looked up", ...answer })).status).toBe(200)
}

/**
 * Makes this payment session the one that Medusa takes: the first that the database returns. Its row is the first in the
 * table, and no update moves it. Returns a function that ends this.
 */
async function returnFirst(id: string): Promise<() => Promise<void>> {
  await sql("create function gw_test_keep() returns trigger language plpgsql as 'begin return null; end'")
  await sql(
    `create trigger gw_test_keep before update on payment_session for each row when (old.id = '${id}')
       execute function gw_test_keep()`
  )
  await sql("cluster payment_session using payment_session_pkey")
  return async () => void (await sql("drop function gw_test_keep cascade"))
}

async function refundsInMedusa({ intent }: Paying): Promise<number[]> {
  const rows = await sql<{ amount: string }>(
    `select r.amount from refund r join payment p on p.id = r.payment_id
      where p.data ->> 'id' = $1 and r.deleted_at is null`,
    [intent]
  )
  return rows.map(({ amount }) => Math.round(Number(amount) * 100))
}

describe("a cart that is paid through Stripe without an order", () => {
  it("is canceled when it is sold out, after three attempts, once; the customer can pay again [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder()
    const restock = await sellOut(item)
    await checkTimes(checkout, 4)
    expect((await stripe.intent(checkout.intent)).status).toBe("requires_capture")
    await checkTimes(checkout, 3)
    await restock()
    expect((await stripe.intent(checkout.intent)).status).toBe("canceled")
    expect(await shopper.ordersOf(checkout)).toEqual([])
    expectRefused(await shop.complete(checkout.cart_id))
    const { secret } = await shopper.startPayment(checkout)
    await stripe.confirm(secret)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
  })

  it("is refunded when it is sold out and captured, once [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    const restock = await sellOut(item)
    await checkTimes(checkout, 4)
    expect(await stripe.refundsOf(checkout.intent)).toEqual([])
    await checkTimes(checkout, 3)
    await restock()
    const { amount } = await stripe.intent(checkout.intent)
    expect((await stripe.refundsOf(checkout.intent)).map((refund) => refund.amount)).toEqual([amount])
    expect(await shopper.ordersOf(checkout)).toEqual([])
    expect(await unplaced(checkout)).toMatchObject({ display_status: "refunded", refunded_amount: amount })
    const again = await shopper.startPayment(checkout, AUTOMATIC)
    await stripe.confirm(again.secret)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
    const { id, total } = await shopper.placed(checkout)
    const amounts = "select amount, captured_amount, refunded_amount from gw_payment where order_id = $1"
    await eventually(async () => (await sql(`${amounts} and captured_amount > 0`, [id]))[0])
    const paid = String(Math.round(total * 100))
    expect(await sql(amounts, [id])).toEqual([{ amount: paid, captured_amount: paid, refunded_amount: "0" }])
  })

  it("is refunded when a product of it was deleted [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    const [line] = await sql<{ variant_id: string }>(
      "select variant_id from cart_line_item where cart_id = $1",
      [checkout.cart_id]
    )
    await sql("update product_variant set deleted_at = now() where id = $1", [line?.variant_id])
    await checkTimes(checkout, 5).finally(() =>
      sql("update product_variant set deleted_at = null where id = $1", [line?.variant_id])
    )
    expect(await shopper.ordersOf(checkout)).toEqual([])
    expect(await stripe.refundsOf(checkout.intent)).toHaveLength(1)
  })

  it("is refunded when Medusa completes it only with another session, which is not paid [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    const unpaid = await shopper.paying()
    await sql(
      `insert into payment_session (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id)
       select 'payses_00', currency_code, amount, raw_amount, provider_id, jsonb_build_object('id', $2::text), payment_collection_id
         from payment_session where data ->> 'id' = $1`,
      [checkout.intent, unpaid.intent]
    )
    const release = await returnFirst("payses_00")
    await checkTimes(checkout, 5).finally(release)
    expect(await shopper.ordersOf(checkout)).toEqual([])
    expect(await stripe.refundsOf(checkout.intent)).toHaveLength(1)
  })

  it.each([
    ["total is not the paid amount", "update cart_line_item set quantity = 2 where cart_id = $1"],
    ["currency is not that of the payment", "update cart set currency_code = 'ron' where id = $1"],
  ])("becomes no order when its %s, and is refunded in full, once [ROUTE-11]", async (_, change) => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    // Simulates a change that did not end the payment session, as Medusa does when the storefront makes one.
    await sql(change, [checkout.cart_id])
    await checkTimes(checkout, 4)
    expect([await shopper.ordersOf(checkout), await stripe.refundsOf(checkout.intent)]).toEqual([[], []])
    await checkTimes(checkout, 3)
    const { amount } = await stripe.intent(checkout.intent)
    expect((await stripe.refundsOf(checkout.intent)).map((refund) => refund.amount)).toEqual([amount])
    expect([await shopper.ordersOf(checkout), (await buyer.read(checkout.id)).status]).toEqual([
      [],
      "complete_in_progress",
    ])
  })

  it("is not refunded again when the answer is lost, and waits for the merchant [ROUTE-18]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    const { payment, amount } = await unknownRefund(checkout, "lost_answer")
    expect(payment.review_reason).toMatch(/^The provider may have refunded /)
    expect(payment).toMatchObject({
      display_status: "needs_review",
      captured_amount: amount,
      refunded_amount: 0,
    })
    expect(payment).toMatchObject({ provider_ids: [STRIPE], movable: { refund: 0 } })
    await checkTimes(checkout, 2)
    await closeReview(payment, { was_refunded: true })
    await checkTimes(checkout, 1)
    expect(await unplaced(checkout)).toMatchObject({ display_status: "refunded", refunded_amount: amount })
    expect((await stripe.refundsOf(checkout.intent)).map((refund) => refund.amount)).toEqual([amount])
    expect([(await handOffOf(checkout))?.paid_at, await refundsInMedusa(checkout)]).toEqual([null, [amount]])
  })

  it("is refunded once the merchant has found that it was not, also after a kill [ROUTE-18]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    const { payment, amount } = await unknownRefund(checkout, "error")
    // A store that is killed during the call leaves Medusa's record of the refund.
    await sql(
      `insert into refund (id, payment_id, amount, raw_amount, created_by, created_at, updated_at)
       select 'ref_left', p.merchant_reference, m.amount, m.raw_amount, 'gw_operation:' || o.id, now(), now()
         from gw_payment p join payment m on m.id = p.merchant_reference
         join gw_bank_operation o on o.payment_id = p.id where p.id = $1`,
      [payment.payment_id]
    )
    await checkTimes(checkout, 1)
    expect((await handOffOf(checkout))?.paid_at).toEqual(expect.any(Date))
    await closeReview(payment, { was_refunded: false })
    await runJob("check-storefront-payments")
    expect(await unplaced(checkout)).toMatchObject({ display_status: "refunded", refunded_amount: amount })
    expect((await stripe.refundsOf(checkout.intent)).map((refund) => refund.amount)).toEqual([amount])
    expect([(await handOffOf(checkout))?.paid_at, await refundsInMedusa(checkout)]).toEqual([null, [amount]])
    const { secret } = await shopper.startPayment(checkout)
    await stripe.confirm(secret)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
  })

  it("is refunded by the job when a store was killed before it called Stripe [ROUTE-18]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    const { payment, amount } = await unknownRefund(checkout, "error")
    await sql("delete from gw_review where payment_id = $1", [payment.payment_id])
    await sql("update gw_payment set review_reason = null where id = $1", [payment.payment_id])
    await sql(
      `update gw_bank_operation
          set status = 'requested', bank_called_at = null, updated_at = now() - interval '1 minute'
        where payment_id = $1`,
      [payment.payment_id]
    )
    await Promise.all([1, 2, 3].map(() => runJob("follow-storefront-payments")))
    expect((await stripe.refundsOf(checkout.intent)).map((refund) => refund.amount)).toEqual([amount])
    await checkTimes(checkout, 1)
    expect(await unplaced(checkout)).toMatchObject({ display_status: "refunded", review_reason: null })
    expect([(await handOffOf(checkout))?.paid_at, await refundsInMedusa(checkout)]).toEqual([null, [amount]])
  })
})
