import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import type { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import type { Adopted } from "../support/hand-off"
import { pauseJob, runJob } from "../support/jobs"
import { adminGet, adminPost } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { leaveOne, refill, sellOut } from "../support/sold-out"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { storeLog } from "../support/store-log"
import type { Completion, Storefront } from "../support/storefront"
import { STRIPE, stripe, stripeKeys } from "../support/stripe"
import { AUTOMATIC, type Paying, STRIPE_STOREFRONT, StripeShopper } from "../support/stripe-shopper"
import { blockInserts, refuseFirstDelete, refuseInserts } from "../support/table-lock"

const running = inOwnWorld({ ...STRIPE_STOREFRONT, ...stripeKeys() })

let buyer: Buyer
let item: string
let shop: Storefront
let shopper: StripeShopper
let resume: () => Promise<void>

beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Sextant"))
  shopper = new StripeShopper(buyer, item)
  shop = shopper.shop
  resume = await pauseJob("check-storefront-payments")
})
afterAll(async () => {
  await resume()
  await closeUcpShop()
})
afterEach(async () => {
  await stripe.reset()
  // A cart that a test leaves paid must not take the stock of a later test.
  await sql("update gw_storefront_hand_off set next_check_at = null")
})

/** Runs the job with the hand-off due, as after the waiting time. */
async function check({ id }: Adopted, base_url?: string): Promise<void> {
  await sql("update gw_storefront_hand_off set next_check_at = now() where session_id = $1", [id])
  await runJob("check-storefront-payments", base_url)
}

async function checkTimes(checkout: Adopted, times: number): Promise<void> {
  for (let run = 0; run < times; run++) await check(checkout)
}

/** Stripe fails to return the payment, also when the client repeats the call. */
const failIntent = ({ intent }: Paying) =>
  stripe.fail({ kind: "error", call: `GET /v1/payment_intents/${intent}`, times: 4 })

const handOffOf = async ({ id }: Adopted) =>
  (
    await sql<{ next_check_at: Date | null; paid_at: Date | null }>(
      "select next_check_at, paid_at from gw_storefront_hand_off where session_id = $1",
      [id]
    )
  )[0]

/** The cart was handed over this many days ago. */
const later = ({ id }: Adopted, days: number) =>
  sql(
    "update gw_storefront_hand_off set adopted_at = now() - make_interval(days => $2) where session_id = $1",
    [id, days]
  )

/** A cart whose customer has begun a payment that Stripe fails to create. */
async function unanswered(): Promise<Adopted> {
  const checkout = await shopper.adopted()
  await stripe.fail({ kind: "error", call: "POST /v1/payment_intents", times: 10 })
  expect((await shopper.startPayment(checkout)).intent).toBeUndefined()
  await stripe.reset()
  return checkout
}

/** The payment of a cart without an order, as the admin shows it. Amounts in minor units. */
interface Unplaced {
  readonly payment_id: string
  readonly display_status: string
  readonly captured_amount: number
  readonly refunded_amount: number
  readonly review_reason: string | null
  readonly provider_ids: string[]
  readonly movable: { readonly refund: number }
}

async function unplaced({ cart_id }: Adopted): Promise<Unplaced> {
  const [row] = await sql<{ id: string }>(
    "select id from gw_payment where cart_id = $1 and order_id is null",
    [cart_id]
  )
  return (await adminGet<{ payment: Unplaced }>(`/admin/agentic-commerce/payments/${row?.id}`)).payment
}

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

const refused = ({ type, error }: Completion) => expect([type, error?.type]).not.toContain("order")

describe("a cart that is paid through Stripe without an order", () => {
  it("becomes the order with automatic capture too, captured once [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    await checkTimes(checkout, 2)
    const order = await shopper.placed(checkout)
    await shopper.expectCompleted(checkout, order)
    expect(order.summary.paid_total).toBe(order.total)
    expect(await stripe.refundsOf(checkout.intent)).toEqual([])
  })

  it("becomes the order although its payment session has failed before [ROUTE-11]", async () => {
    const checkout = await shopper.paying()
    await stripe.confirm(checkout.secret, "declined")
    refused(await shop.complete(checkout.cart_id))
    await stripe.confirm(checkout.secret)
    expect((await shop.complete(checkout.cart_id)).message).toMatch(/Payment sessions are required/)
    await checkTimes(checkout, 2)
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
  })

  it("is only read by the job while the customer is still trying to pay [ROUTE-11]", async () => {
    const checkout = await shopper.paying()
    await stripe.confirm(checkout.secret, "declined")
    await checkTimes(checkout, 3)
    const [session] = await sql<{ status: string }>(
      "select status from payment_session where data ->> 'id' = $1",
      [checkout.intent]
    )
    expect([session?.status, (await stripe.intent(checkout.intent)).status]).toEqual([
      "pending",
      "requires_payment_method",
    ])
    await stripe.confirm(checkout.secret)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
  })

  it("is canceled when it is sold out, after three attempts, once; the customer can pay again [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder()
    const restock = await sellOut(item)
    await checkTimes(checkout, 4)
    expect((await stripe.intent(checkout.intent)).status).toBe("requires_capture")
    await checkTimes(checkout, 3)
    await restock()
    expect((await stripe.intent(checkout.intent)).status).toBe("canceled")
    expect(await shopper.ordersOf(checkout)).toEqual([])
    refused(await shop.complete(checkout.cart_id))
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

  it.each([
    ["authorized", "requires_capture", {}, "order"],
    ["authorized", "requires_capture", {}, "order_payment_collection"],
    // Only the payment collection is linked to the deleted order.
    ["authorized", "requires_capture", {}, "order_cart"],
    // Medusa cancels at the provider what it cannot store.
    ["authorized", "requires_capture", {}, "payment"],
    ["captured", "succeeded", AUTOMATIC, "order_transaction"],
  ])(
    "and %s is neither canceled nor refunded however often the database fails, and becomes the order: %s, %j, %s [ROUTE-11]",
    async (_how, status, data, table) => {
      const checkout = await shopper.paidWithoutOrder(data)
      const repair = await refuseInserts(table)
      await checkTimes(checkout, 6).finally(repair)
      expect((await stripe.intent(checkout.intent)).status).toBe(status)
      expect([await shopper.ordersOf(checkout), await stripe.refundsOf(checkout.intent)]).toEqual([[], []])
      await check(checkout)
      await shopper.expectCompleted(checkout, await shopper.placed(checkout))
    }
  )

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

  it("leaves no order when Medusa fails to undo a failed completion, and becomes one later [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    const restock = await sellOut(item)
    await check(checkout)
    const triedDeletes = await refuseFirstDelete("order")
    await check(checkout)
    expect(await triedDeletes()).toBeGreaterThan(1)
    const marked = `select id from "order" where metadata -> 'gw_agent' ->> 'session_id' = $1 and deleted_at is null`
    expect([await shopper.ordersOf(checkout), await sql(marked, [checkout.id])]).toEqual([[], []])
    await restock()
    await check(checkout)
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
    expect(await stripe.refundsOf(checkout.intent)).toEqual([])
  })

  it("stays due while Stripe fails, also eight days after the hand-over [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder()
    await later(checkout, 9)
    await failIntent(checkout)
    await check(checkout)
    expect(await handOffOf(checkout)).toMatchObject({
      next_check_at: expect.any(Date) as Date,
      paid_at: null,
    })
    await stripe.reset()
    await check(checkout)
    await failIntent(checkout)
    await check(checkout)
    await stripe.reset()
    await check(checkout)
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
  })

  it.each(["Stripe failed", "the store was killed before Stripe answered"])(
    "is not followed for ever when %s, so that its payment was not created [ROUTE-11]",
    async (why) => {
      const [left, again] = [await unanswered(), await unanswered()]
      if (why !== "Stripe failed")
        await sql(
          `update payment_session set data = '{}' where payment_collection_id in (
             select payment_collection_id from cart_payment_collection where cart_id = any($1))`,
          [[left.cart_id, again.cart_id]]
        )
      refused(await shop.complete(left.cart_id))
      await check(left)
      expect((await handOffOf(left))?.next_check_at).toEqual(expect.any(Date))
      await later(left, 9)
      await sql("update gw_session set expires_at = now() - interval '1 hour' where id = $1", [left.id])
      expect((await buyer.read(left.id)).status).toBe("complete_in_progress")
      await check(left)
      expect(await handOffOf(left)).toEqual({ next_check_at: null, paid_at: null })
      expect([(await buyer.read(left.id)).status, await shopper.ordersOf(left)]).toEqual(["canceled", []])
      await stripe.confirm((await shopper.startPayment(again)).secret)
      expect((await shop.complete(again.cart_id)).type).toBe("order")
      await shopper.expectCompleted(again, await shopper.placed(again))
    }
  )

  it("is found although another payment session cannot be queried [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder()
    await sql(
      `insert into payment_session (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id)
       select 'payses_unknown', currency_code, amount, raw_amount, provider_id, '{"id": "pi_unknown"}', payment_collection_id
         from payment_session where data ->> 'id' = $1`,
      [checkout.intent]
    )
    await check(checkout)
    await sql("delete from payment_session where id = 'payses_unknown'")
    expect((await handOffOf(checkout))?.paid_at).toEqual(expect.any(Date))
  })

  it("is not looked for at a provider that no route of the store names [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder()
    const routes = [{ provider: "pp_system_default", route: "storefront" }]
    const other = await running().startSecondStore({ GW_PAYMENT_ROUTES: JSON.stringify(routes) })
    const handedOverFor = (provider: string) =>
      sql("update gw_storefront_hand_off set provider_id = $2 where session_id = $1", [checkout.id, provider])
    await handedOverFor("pp_system_default")
    await check(checkout, other)
    expect((await handOffOf(checkout))?.paid_at).toBe(null)
    await handedOverFor(STRIPE)
    await check(checkout, other)
    expect((await handOffOf(checkout))?.paid_at).toEqual(expect.any(Date))
  })

  it("is no longer canceled by the agent once it is known to be paid [ROUTE-09, ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder()
    await check(checkout)
    const { status, body } = await buyer.cancel(checkout.id)
    expect([status, body]).toMatchObject([409, { code: "request_in_progress" }])
    await check(checkout)
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
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

  it("is tried again when Stripe fails [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder()
    await check(checkout)
    await failIntent(checkout)
    await check(checkout)
    expect(await shopper.ordersOf(checkout)).toEqual([])
    await stripe.reset()
    await checkTimes(checkout, 1)
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
  })

  it("sells the last piece once, also when two servers place orders at once [ROUTE-11]", async () => {
    const second = await running().startSecondStore()
    const carts = [await shopper.paidWithoutOrder(), await shopper.paidWithoutOrder()] as const
    for (const cart of carts) await check(cart)
    await leaveOne(item)
    const reservations = await blockInserts("reservation_item", "true")
    const first = check(carts[0])
    await reservations.stopped()
    const other = check(carts[1], second)
    await reservations.contended()
    await reservations.release()
    await Promise.all([first, other])
    expect((await Promise.all(carts.map((cart) => shopper.ordersOf(cart)))).flat()).toHaveLength(1)
    await refill(item)
  })

  it("becomes the order by the job, a minute after it was found, once with two servers [ROUTE-11]", async () => {
    const second = await running().startSecondStore()
    const checkout = await shopper.paidWithoutOrder()
    await check(checkout)
    expect(await shopper.ordersOf(checkout)).toEqual([])
    await sql("update gw_storefront_hand_off set next_check_at = now() where session_id = $1", [checkout.id])
    const servers = [undefined, second, undefined, second]
    await Promise.all(servers.map((server) => runJob("check-storefront-payments", server)))
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
    expect((await stripe.intent(checkout.intent)).status).toBe("requires_capture")
    expect((await storeLog()).some((line) => line.includes(`${checkout.id}, which its customer paid`))).toBe(
      true
    )
  })
})
