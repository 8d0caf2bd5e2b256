import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import type { Buyer } from "../support/buyer"
import { runJob } from "../support/jobs"
import { capturesOf, orderNumber, paymentOf as medusaPaymentOf, refundsOf } from "../support/merchant"
import { COMPLETES_CARTS, completedLine } from "../support/other-plugin"
import { inOwnWorld } from "../support/own-world"
import { payOn, STRIPE_PAGE } from "../support/page-shopper"
import { attemptsOf, ordersOf } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { storeLog } from "../support/store-log"
import { becomes, refundsAtStripe, totalOf } from "../support/storefront-orders"
import { stripe, stripeKeys } from "../support/stripe"
import { AUTOMATIC, type Paying, STRIPE_STOREFRONT, StripeShopper } from "../support/stripe-shopper"

/** Waits until the other plugin has completed a cart as this order. */
const completedByOther = (cart_id: string, order_id: string) =>
  eventually(async () => {
    const line = completedLine(cart_id, order_id)
    return (await storeLog()).some((logged) => logged.includes(line)) || undefined
  })

describe("a storefront's checkout whose cart another plugin completes at the provider's webhook", () => {
  inOwnWorld({ ...STRIPE_STOREFRONT, ...stripeKeys(), ...COMPLETES_CARTS })

  let buyer: Buyer
  let shopper: StripeShopper
  beforeAll(async () => {
    const shop = await openUcpShop("Astrolabe")
    buyer = shop.buyer
    shopper = new StripeShopper(buyer, shop.item)
  })
  afterAll(closeUcpShop)
  afterEach(() => stripe.reset())

  /** Expects one order with one payment and no refund, which the plugin's record and its agent's checkout follow. */
  async function expectOrderedOnce(checkout: Paying, display_status: string, captured: boolean) {
    const order = await shopper.placed(checkout)
    const ordered = { ...checkout, order }
    await completedByOther(checkout.cart_id, order.id)
    for (const job of ["check-storefront-payments", "follow-storefront-payments"]) await runJob(job)
    const amount = totalOf(ordered)
    const captured_amount = captured ? amount : 0
    await becomes(ordered, { display_status, amount, captured_amount, refunded_amount: 0 })
    const now = await orderNumber(order.display_id)
    expect(now.payment_collections.flatMap(({ payments }) => payments)).toHaveLength(1)
    expect([capturesOf(now), refundsOf(now)]).toEqual([captured ? [order.total] : [], []])
    expect(await refundsAtStripe(checkout)).toEqual([])
    expect(await stripe.intent(checkout.intent)).toMatchObject({
      status: captured ? "succeeded" : "requires_capture",
      amount_received: captured_amount,
    })
    await shopper.expectCompleted(checkout, now)
  }

  it.each([
    ["captured at once", AUTOMATIC, "paid", true],
    ["authorized", {}, "authorized", false],
  ] as const)("becomes one order when it is %s [ROUTE-50]", async (_, data, status, captured) => {
    const checkout = await shopper.paying(data)
    await stripe.confirm(checkout.secret)
    await expectOrderedOnce(checkout, status, captured)
  })

  it("becomes one order when the webhook arrives twice and the storefront completes it, too [ROUTE-50]", async () => {
    await stripe.deliver("twice")
    const checkout = await shopper.paying(AUTOMATIC)
    await stripe.confirm(checkout.secret)
    await shopper.shop.complete(checkout.cart_id)
    await expectOrderedOnce(checkout, "paid", true)
  })
})

describe("a checkout on the store's page whose cart another plugin completes at the provider's webhook", () => {
  inOwnWorld({ ...STRIPE_PAGE, ...stripeKeys(), ...COMPLETES_CARTS })

  let buyer: Buyer
  let item: string
  beforeAll(async () => {
    ;({ buyer, item } = await openUcpShop("Quadrant"))
  })
  afterAll(closeUcpShop)

  it("keeps its one order, with one payment and no refund [ROUTE-50]", async () => {
    const checkout = await buyer.escalated([[item, 1]])
    const { intent } = await payOn(checkout)
    await buyer.becomes(checkout.id, "completed")
    const [placed] = await ordersOf(checkout.id)
    const [attempt] = await attemptsOf(checkout.id)
    const order = await orderNumber(Number(placed?.display_id))
    await completedByOther(String(attempt?.cart_id), order.id)
    expect(await ordersOf(checkout.id)).toMatchObject([{ display_id: order.display_id, status: "pending" }])
    expect([capturesOf(order), medusaPaymentOf(order).refunds]).toEqual([[order.total], []])
    expect(await stripe.refundsOf(intent)).toEqual([])
  })
})
