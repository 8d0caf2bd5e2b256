import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import type { Adopted } from "../support/hand-off"
import { eventuallyRunning, runJob } from "../support/jobs"
import { orderNumber } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { leaveOne, refill, sellOut } from "../support/sold-out"
import { closeUcpShop } from "../support/shop"
import { storeLog } from "../support/store-log"
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
import { checkCart, checkCartsAlone, checkTimes, handOffOf } from "../support/unplaced-carts"
import { blockInserts, refuseFirstDelete, refuseInserts } from "../support/table-lock"

const running = inOwnWorld({ ...STRIPE_STOREFRONT, ...stripeKeys() })

let buyer: Buyer
let item: string
let shop: Storefront
let shopper: StripeShopper

beforeAll(async () => void ({ buyer, item, shop, shopper } = await openStripeShop("Sextant")))
afterAll(closeUcpShop)
checkCartsAlone()

/** Stripe fails to return the payment, also when the client repeats the call. */
const failIntent = ({ intent }: Paying) =>
  stripe.fail({ kind: "error", call: `GET /v1/payment_intents/${intent}`, times: 4 })

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

/** Kills the store while Medusa completes the cart, as it writes to a table, and starts it. */
async function killAt(table: string, { cart_id }: Adopted): Promise<void> {
  const blocked = await blockInserts(table, "true")
  const completion = shop.complete(cart_id).catch(() => undefined)
  await blocked.stopped()
  await running().killStore()
  await blocked.abort()
  await completion
  await running().startStore()
}

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
    expectRefused(await shop.complete(checkout.cart_id))
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
      await checkCart(checkout)
      await shopper.expectCompleted(checkout, await shopper.placed(checkout))
    }
  )

  it("leaves no order when Medusa fails to undo a failed completion, and becomes one later [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    const restock = await sellOut(item)
    await checkCart(checkout)
    const triedDeletes = await refuseFirstDelete("order")
    await checkCart(checkout)
    expect(await triedDeletes()).toBeGreaterThan(1)
    const marked = `select id from "order" where metadata -> 'gw_agent' ->> 'session_id' = $1 and deleted_at is null`
    expect([await shopper.ordersOf(checkout), await sql(marked, [checkout.id])]).toEqual([[], []])
    await restock()
    await checkCart(checkout)
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
    expect(await stripe.refundsOf(checkout.intent)).toEqual([])
  })

  it("stays due while Stripe fails, also eight days after the hand-over [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder()
    await later(checkout, 9)
    await failIntent(checkout)
    await checkCart(checkout)
    expect(await handOffOf(checkout)).toMatchObject({
      next_check_at: expect.any(Date) as Date,
      paid_at: null,
    })
    await stripe.reset()
    await checkCart(checkout)
    await failIntent(checkout)
    await checkCart(checkout)
    await stripe.reset()
    await checkCart(checkout)
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
      expectRefused(await shop.complete(left.cart_id))
      await checkCart(left)
      expect((await handOffOf(left))?.next_check_at).toEqual(expect.any(Date))
      await later(left, 9)
      await sql("update gw_session set expires_at = now() - interval '1 hour' where id = $1", [left.id])
      expect((await buyer.read(left.id)).status).toBe("complete_in_progress")
      await checkCart(left)
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
    await checkCart(checkout)
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
    await checkCart(checkout, other)
    expect((await handOffOf(checkout))?.paid_at).toBe(null)
    await handedOverFor(STRIPE)
    await checkCart(checkout, other)
    expect((await handOffOf(checkout))?.paid_at).toEqual(expect.any(Date))
  })

  it("is no longer canceled by the agent once it is known to be paid [ROUTE-09, ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder()
    await checkCart(checkout)
    const { status, body } = await buyer.cancel(checkout.id)
    expect([status, body]).toMatchObject([409, { code: "request_in_progress" }])
    await checkCart(checkout)
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
  })

  it("is tried again when Stripe fails [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder()
    await checkCart(checkout)
    await failIntent(checkout)
    await checkCart(checkout)
    expect(await shopper.ordersOf(checkout)).toEqual([])
    await stripe.reset()
    await checkTimes(checkout, 1)
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
  })

  it("sells the last piece once, also when two servers place orders at once [ROUTE-11]", async () => {
    const second = await running().startSecondStore()
    const carts = [await shopper.paidWithoutOrder(), await shopper.paidWithoutOrder()] as const
    for (const cart of carts) await checkCart(cart)
    await leaveOne(item)
    const reservations = await blockInserts("reservation_item", "true")
    const first = checkCart(carts[0])
    await reservations.stopped()
    const other = checkCart(carts[1], second)
    await reservations.contended()
    await reservations.release()
    await Promise.all([first, other])
    expect((await Promise.all(carts.map((cart) => shopper.ordersOf(cart)))).flat()).toHaveLength(1)
    await refill(item)
  })

  it("becomes the order by the job, a minute after it was found, once with two servers [ROUTE-11]", async () => {
    const second = await running().startSecondStore()
    const checkout = await shopper.paidWithoutOrder()
    await checkCart(checkout)
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

  it("becomes another order when a killed store has left one without a payment [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    await killAt("payment", checkout)
    const left = await shopper.ordersOf(checkout)
    expect(left).toHaveLength(1)
    await checkTimes(checkout, 3)
    // As far as the database shows, another server may still be completing the cart.
    expect(await shopper.ordersOf(checkout)).toEqual(left)
    await sql(`update "order" set created_at = created_at - interval '5 minutes' where display_id = $1`, left)
    await checkCart(checkout)
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
    expect(await shopper.ordersOf(checkout)).not.toEqual(left)
    expect(await stripe.refundsOf(checkout.intent)).toEqual([])
  })

  it("is booked on the order that a killed store has left with its payment [ROUTE-11]", async () => {
    const checkout = await shopper.paidWithoutOrder(AUTOMATIC)
    await killAt("order_transaction", checkout)
    await checkTimes(checkout, 2)
    const left = async () => orderNumber((await shopper.ordersOf(checkout))[0] ?? 0)
    expect((await left()).summary.paid_total).toBe(0)
    const order = await eventuallyRunning("compare-books", async () => {
      await sql("update gw_book_check set next_at = now()")
      const now = await left()
      // Two comparisons at once can book it twice; the next one corrects this.
      return now.summary.paid_total === now.total ? now : undefined
    })
    await shopper.expectCompleted(checkout, order)
  })
})
