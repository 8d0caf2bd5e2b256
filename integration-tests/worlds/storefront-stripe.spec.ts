import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { amountOf, type Buyer, type Checkout } from "../support/buyer"
import { sql } from "../support/database"
import { pauseJob, runJob } from "../support/jobs"
import { adminPost, type Order, orderNumber, timesPlacedEventually } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { leaveOne, refill, sellOut } from "../support/sold-out"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { newEncryptionKey, NO_BANK } from "../support/store-keys"
import { storeLog } from "../support/store-log"
import { type Completion, type Session, Storefront } from "../support/storefront"
import { STRIPE, stripe, stripeKeys } from "../support/stripe"
import { blockInserts } from "../support/table-lock"
import { signatureOf } from "../stripe-double/signature"
import { world } from "../support/world"

const keys = stripeKeys()
const running = inOwnWorld({
  ...NO_BANK,
  ...keys,
  GW_ENCRYPTION_KEY: newEncryptionKey(),
  GW_STOREFRONT_URL: "https://shop.example/{country}/agent-checkout/{token}",
  GW_PAYMENT_ROUTES: JSON.stringify([{ provider: STRIPE, route: "storefront" }]),
})

const INSTRUMENT = { id: "pi_1", handler_id: "gw_storefront", type: "card", selected: true }
const AUTOMATIC = { capture_method: "automatic" }

let buyer: Buyer
let item: string
let shop: Storefront
let resume: () => Promise<void>

beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Sextant"))
  shop = new Storefront()
  resume = await pauseJob("check-storefront-payments")
})
afterAll(async () => {
  await resume()
  await closeUcpShop()
})
afterEach(() => stripe.reset())

/** A checkout whose cart the storefront has taken over. */
interface Adopted {
  readonly id: string
  readonly cart_id: string
}

/** A checkout whose customer has begun a payment through Stripe. */
interface Paying extends Adopted {
  readonly intent: string
  readonly secret: string
}

async function adopted(): Promise<Adopted> {
  const { id } = await buyer.ready([[item, 1]])
  const body = { payment: { instruments: [INSTRUMENT] } }
  const { continue_url = "" } = await buyer.checkout(
    buyer.send(`/checkout-sessions/${id}/complete`, { body })
  )
  const { cart_id = "" } = await shop.adopt(continue_url.split("/").at(-1) ?? "")
  return { id, cart_id }
}

async function paying(data: object = {}): Promise<Paying> {
  const checkout = await adopted()
  return { ...checkout, ...(await startPayment(checkout, data)) }
}

async function startPayment({ cart_id }: Adopted, data: object = {}) {
  const session: Session = await shop.startPayment(cart_id, data, STRIPE)
  return { intent: session.data.id, secret: session.data.client_secret }
}

/** A customer who has paid, and closes the page; Stripe's events do not arrive. */
async function paidWithoutOrder(data: object = {}): Promise<Paying> {
  await stripe.deliver("lost")
  const checkout = await paying(data)
  await stripe.confirm(checkout.secret)
  return checkout
}

/** Runs the job with all hand-overs due, as after the waiting time. */
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

const ordersOf = async ({ cart_id }: Adopted) =>
  (
    await sql<{ display_id: number }>(
      `select o.display_id from order_cart c join "order" o on o.id = c.order_id where c.cart_id = $1`,
      [cart_id]
    )
  ).map(({ display_id }) => display_id)

/** The one order of a cart, once it exists: placed and announced once, with the payment of the intent. */
async function placed(checkout: Paying): Promise<Order> {
  const [number] = await eventually(async () => {
    const numbers = await ordersOf(checkout)
    return numbers.length ? numbers : undefined
  })
  await buyer.becomes(checkout.id, "completed")
  expect(await ordersOf(checkout)).toHaveLength(1)
  const order = await orderNumber(number ?? 0)
  expect(await timesPlacedEventually(order)).toBe(1)
  return order
}

const paymentsOf = ({ payment_collections }: Order) => payment_collections.flatMap(({ payments }) => payments)

/** The checkout as its agent reads it, with the order's number and total. */
async function expectCompleted({ id }: Adopted, order: Pick<Order, "display_id" | "total">): Promise<void> {
  const done: Checkout = await buyer.becomes(id, "completed")
  expect(done.order?.id).toBe(String(order.display_id))
  expect(amountOf(done, "total")).toBe(Math.round(order.total * 100))
}

const refused = ({ type, error }: Completion) => expect([type, error?.type]).not.toContain("order")

describe("a checkout whose customer pays through Medusa's Stripe provider", () => {
  it("is completed with the order's total when the storefront places the order [ROUTE-08]", async () => {
    const checkout = await paying()
    await stripe.confirm(checkout.secret)
    const { order } = await shop.complete(checkout.cart_id)
    await expectCompleted(checkout, await placed(checkout))
    expect((await stripe.intent(checkout.intent)).amount).toBe(Math.round((order?.total ?? 0) * 100))
    expect((await stripe.intent(checkout.intent)).status).toBe("requires_capture")
  })

  it("is completed by Stripe's webhook before the storefront places the order, once [ROUTE-08]", async () => {
    await stripe.deliver("twice")
    const checkout = await paying(AUTOMATIC)
    await stripe.confirm(checkout.secret)
    const order = await placed(checkout)
    expect((await shop.complete(checkout.cart_id)).order?.display_id).toBe(order.display_id)
    await expectCompleted(checkout, order)
    expect(paymentsOf(order).map(({ captures }) => captures.length)).toEqual([1])
    expect(await stripe.refundsOf(checkout.intent)).toEqual([])
  })

  it("is paid with another card after a decline [ROUTE-08]", async () => {
    const checkout = await paying()
    const declined = await stripe.confirm(checkout.secret, "declined")
    expect(declined.status).toBe("requires_payment_method")
    expect((await buyer.read(checkout.id)).status).toBe("complete_in_progress")
    await stripe.confirm(checkout.secret)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
    await expectCompleted(checkout, await placed(checkout))
  })

  it("is paid after the customer's authentication, not before it or when it fails [ROUTE-08]", async () => {
    const checkout = await paying()
    await stripe.confirm(checkout.secret, "authenticated")
    refused(await shop.complete(checkout.cart_id))
    await stripe.authenticate(checkout.intent, false)
    expect(await ordersOf(checkout)).toEqual([])
    await stripe.confirm(checkout.secret, "authenticated")
    await stripe.authenticate(checkout.intent, true)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
    await expectCompleted(checkout, await placed(checkout))
  })

  it("is not completed by a forged webhook, nor by one that Stripe contradicts [ROUTE-08]", async () => {
    const checkout = await paying()
    const intent = { ...(await stripe.intent(checkout.intent)), status: "succeeded", amount_received: 4300 }
    const body = JSON.stringify({
      ...{ id: "evt_forged", object: "event", type: "payment_intent.succeeded", data: { object: intent } },
    })
    for (const secret of ["whsec_guessed", keys.STRIPE_WEBHOOK_SECRET ?? ""])
      await fetch(`${world().base_url}/hooks/payment/stripe_stripe`, {
        method: "POST",
        headers: { "content-type": "application/json", "stripe-signature": signatureOf(body, secret) },
        body,
      })
    await eventually(
      async () =>
        (await storeLog()).some((line) => /not authorized with the provider/.test(line)) || undefined
    )
    expect([await ordersOf(checkout), (await buyer.read(checkout.id)).status]).toEqual([
      [],
      "complete_in_progress",
    ])
  })

  it("takes the changed amount when the customer changes the cart while they pay [ROUTE-09]", async () => {
    const checkout = await paying()
    await shop.changeQuantity(checkout.cart_id, 2)
    expect((await stripe.intent(checkout.intent)).status).toBe("canceled")
    const again = await startPayment(checkout)
    await stripe.confirm(again.secret)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
    const order = await placed(checkout)
    expect((await stripe.intent(again.intent)).amount).toBe(Math.round(order.total * 100))
    await expectCompleted(checkout, order)
  })

  it("is refunded and canceled by the merchant in Medusa, each once [ROUTE-12]", async () => {
    const paid = await paying(AUTOMATIC)
    await stripe.confirm(paid.secret)
    await shop.complete(paid.cart_id)
    const [payment] = paymentsOf(await placed(paid))
    expect((await adminPost(`/admin/payments/${payment?.id}/refund`, { amount: 1 })).status).toBe(200)
    expect((await stripe.refundsOf(paid.intent)).map(({ amount }) => amount)).toEqual([100])
    const held = await paying()
    await stripe.confirm(held.secret)
    await shop.complete(held.cart_id)
    const order = await placed(held)
    const cancel = () => adminPost(`/admin/orders/${order.id}/cancel`, {})
    expect([(await cancel()).status, (await stripe.intent(held.intent)).status]).toEqual([200, "canceled"])
    await cancel()
    const { calls } = await stripe.state()
    expect(calls.filter((call) => call.includes(`${held.intent}/cancel`))).toHaveLength(1)
  })
})

describe("a cart that is paid through Stripe without an order", () => {
  it("becomes the order with automatic capture too, captured once [ROUTE-11]", async () => {
    const checkout = await paidWithoutOrder(AUTOMATIC)
    await checkTimes(checkout, 2)
    const order = await placed(checkout)
    await expectCompleted(checkout, order)
    expect(order.summary.paid_total).toBe(order.total)
    expect(await stripe.refundsOf(checkout.intent)).toEqual([])
  })

  it("becomes the order although its payment session has failed before [ROUTE-11]", async () => {
    const checkout = await paying()
    await stripe.confirm(checkout.secret, "declined")
    refused(await shop.complete(checkout.cart_id))
    await stripe.confirm(checkout.secret)
    expect((await shop.complete(checkout.cart_id)).message).toMatch(/Payment sessions are required/)
    await checkTimes(checkout, 2)
    await expectCompleted(checkout, await placed(checkout))
  })

  it("is only read by the job while the customer is still trying to pay [ROUTE-11]", async () => {
    const checkout = await paying()
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
    const checkout = await paidWithoutOrder()
    const restock = await sellOut(item)
    await checkTimes(checkout, 4)
    expect((await stripe.intent(checkout.intent)).status).toBe("requires_capture")
    await checkTimes(checkout, 3)
    await restock()
    expect((await stripe.intent(checkout.intent)).status).toBe("canceled")
    expect(await ordersOf(checkout)).toEqual([])
    refused(await shop.complete(checkout.cart_id))
    const { secret } = await startPayment(checkout)
    await stripe.confirm(secret)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
  })

  it("is refunded when it is sold out and captured, once [ROUTE-11]", async () => {
    const checkout = await paidWithoutOrder(AUTOMATIC)
    const restock = await sellOut(item)
    await checkTimes(checkout, 6)
    await restock()
    const { amount } = await stripe.intent(checkout.intent)
    expect((await stripe.refundsOf(checkout.intent)).map((refund) => refund.amount)).toEqual([amount])
    expect(await ordersOf(checkout)).toEqual([])
  })

  it("stays due while Stripe fails, also eight days after the hand-over [ROUTE-11]", async () => {
    const checkout = await paidWithoutOrder()
    const late =
      "update gw_storefront_hand_off set adopted_at = now() - interval '9 days' where session_id = $1"
    await sql(late, [checkout.id])
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
    await expectCompleted(checkout, await placed(checkout))
  })

  it("is found although another payment session cannot be queried [ROUTE-11]", async () => {
    const checkout = await paidWithoutOrder()
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

  it("is no longer canceled by the agent once it is known to be paid [ROUTE-09, ROUTE-11]", async () => {
    const checkout = await paidWithoutOrder()
    await check(checkout)
    const { status, body } = await buyer.cancel(checkout.id)
    expect([status, body]).toMatchObject([409, { code: "request_in_progress" }])
    await check(checkout)
    await expectCompleted(checkout, await placed(checkout))
  })

  it("becomes no order when its total is not the paid amount, and is refunded in full, once [ROUTE-11]", async () => {
    const checkout = await paidWithoutOrder(AUTOMATIC)
    // Simulates a change that did not end the payment session, as Medusa does when the storefront makes one.
    await sql("update cart_line_item set quantity = 2 where cart_id = $1", [checkout.cart_id])
    await checkTimes(checkout, 4)
    expect([await ordersOf(checkout), await stripe.refundsOf(checkout.intent)]).toEqual([[], []])
    await checkTimes(checkout, 3)
    const { amount } = await stripe.intent(checkout.intent)
    expect((await stripe.refundsOf(checkout.intent)).map((refund) => refund.amount)).toEqual([amount])
    expect([await ordersOf(checkout), (await buyer.read(checkout.id)).status]).toEqual([
      [],
      "complete_in_progress",
    ])
  })

  it("is tried again when Stripe fails [ROUTE-11]", async () => {
    const checkout = await paidWithoutOrder()
    await check(checkout)
    await failIntent(checkout)
    await check(checkout)
    expect(await ordersOf(checkout)).toEqual([])
    await stripe.reset()
    await checkTimes(checkout, 1)
    await expectCompleted(checkout, await placed(checkout))
  })

  it("sells the last piece once, also when two servers place orders at once [ROUTE-11]", async () => {
    const second = await running().startSecondStore()
    const carts = [await paidWithoutOrder(), await paidWithoutOrder()] as const
    for (const cart of carts) await check(cart)
    await leaveOne(item)
    const reservations = await blockInserts("reservation_item", "true")
    const first = check(carts[0])
    await reservations.stopped()
    const other = check(carts[1], second)
    await reservations.contended()
    await reservations.release()
    await Promise.all([first, other])
    expect((await Promise.all(carts.map(ordersOf))).flat()).toHaveLength(1)
    await refill(item)
  })

  it("becomes the order by the job, a minute after it was found, once with two servers [ROUTE-11]", async () => {
    const second = await running().startSecondStore()
    const checkout = await paidWithoutOrder()
    await check(checkout)
    expect(await ordersOf(checkout)).toEqual([])
    await sql("update gw_storefront_hand_off set next_check_at = now() where session_id = $1", [checkout.id])
    const servers = [undefined, second, undefined, second]
    await Promise.all(servers.map((server) => runJob("check-storefront-payments", server)))
    await expectCompleted(checkout, await placed(checkout))
    expect((await stripe.intent(checkout.intent)).status).toBe("requires_capture")
    expect((await storeLog()).some((line) => line.includes(`${checkout.id}, which its customer paid`))).toBe(
      true
    )
  })
})
