import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import type { Buyer } from "../support/buyer"
import { adminPost, type Order } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { storeLog } from "../support/store-log"
import type { Storefront } from "../support/storefront"
import { stripe, stripeKeys } from "../support/stripe"
import { AUTOMATIC, expectRefused, STRIPE_STOREFRONT, StripeShopper } from "../support/stripe-shopper"
import { signatureOf } from "../../stripe-double/signature"
import { world } from "../support/world"

const keys = stripeKeys()
inOwnWorld({ ...STRIPE_STOREFRONT, ...keys })

let buyer: Buyer
let shop: Storefront
let shopper: StripeShopper

beforeAll(async () => {
  const { item, ...opened } = await openUcpShop("Sextant")
  buyer = opened.buyer
  shopper = new StripeShopper(buyer, item)
  shop = shopper.shop
})
afterAll(closeUcpShop)
afterEach(() => stripe.reset())

const paymentsOf = ({ payment_collections }: Order) => payment_collections.flatMap(({ payments }) => payments)

describe("a checkout whose customer pays through Medusa's Stripe provider", () => {
  it("is completed with the order's total when the storefront places the order [ROUTE-08]", async () => {
    const checkout = await shopper.paying()
    await stripe.confirm(checkout.secret)
    const { order } = await shop.complete(checkout.cart_id)
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
    expect((await stripe.intent(checkout.intent)).amount).toBe(Math.round((order?.total ?? 0) * 100))
    expect((await stripe.intent(checkout.intent)).status).toBe("requires_capture")
  })

  it("is completed by Stripe's webhook before the storefront places the order, once [ROUTE-08]", async () => {
    await stripe.deliver("twice")
    const checkout = await shopper.paying(AUTOMATIC)
    await stripe.confirm(checkout.secret)
    const order = await shopper.placed(checkout)
    expect((await shop.complete(checkout.cart_id)).order?.display_id).toBe(order.display_id)
    await shopper.expectCompleted(checkout, order)
    expect(paymentsOf(order).map(({ captures }) => captures.length)).toEqual([1])
    expect(await stripe.refundsOf(checkout.intent)).toEqual([])
  })

  it("is paid after the customer's authentication, not before it or when it fails [ROUTE-08]", async () => {
    const checkout = await shopper.paying()
    await stripe.confirm(checkout.secret, "authenticated")
    expectRefused(await shop.complete(checkout.cart_id))
    await stripe.authenticate(checkout.intent, false)
    expect(await shopper.ordersOf(checkout)).toEqual([])
    await stripe.confirm(checkout.secret, "authenticated")
    await stripe.authenticate(checkout.intent, true)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
    await shopper.expectCompleted(checkout, await shopper.placed(checkout))
  })

  it("is not completed by a forged webhook, nor by one that Stripe contradicts [ROUTE-08]", async () => {
    const checkout = await shopper.paying()
    const intent = { ...(await stripe.intent(checkout.intent)), status: "succeeded", amount_received: 4300 }
    const body = JSON.stringify({
      id: "evt_forged",
      object: "event",
      type: "payment_intent.succeeded",
      data: { object: intent },
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
    expect([await shopper.ordersOf(checkout), (await buyer.read(checkout.id)).status]).toEqual([
      [],
      "complete_in_progress",
    ])
  })

  it("takes the changed amount when the customer changes the cart while they pay [ROUTE-09]", async () => {
    const checkout = await shopper.paying()
    await shop.changeQuantity(checkout.cart_id, 2)
    expect((await stripe.intent(checkout.intent)).status).toBe("canceled")
    const again = await shopper.startPayment(checkout)
    await stripe.confirm(again.secret)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
    const order = await shopper.placed(checkout)
    expect((await stripe.intent(again.intent)).amount).toBe(Math.round(order.total * 100))
    await shopper.expectCompleted(checkout, order)
  })

  it("is paid in the currency of the region to which the customer switches the cart [ROUTE-09]", async () => {
    const checkout = await shopper.paying()
    await shop.switchRegion(checkout.cart_id, world().shop.region_ids.ron)
    expect((await stripe.intent(checkout.intent)).status).toBe("canceled")
    expect((await buyer.read(checkout.id)).currency).toBe("RON")
    const again = await shopper.startPayment(checkout)
    await stripe.confirm(again.secret)
    expect((await shop.complete(checkout.cart_id)).type).toBe("order")
    const order = await shopper.placed(checkout)
    expect([order.currency_code, await stripe.intent(again.intent)]).toMatchObject([
      "ron",
      { currency: "ron", amount: Math.round(order.total * 100) },
    ])
    await shopper.expectCompleted(checkout, order)
    expect((await buyer.read(checkout.id)).currency).toBe("RON")
  })

  it("is refunded and canceled by the merchant in Medusa, each once [ROUTE-12]", async () => {
    const paid = await shopper.paying(AUTOMATIC)
    await stripe.confirm(paid.secret)
    await shop.complete(paid.cart_id)
    const [payment] = paymentsOf(await shopper.placed(paid))
    expect((await adminPost(`/admin/payments/${payment?.id}/refund`, { amount: 1 })).status).toBe(200)
    expect((await stripe.refundsOf(paid.intent)).map(({ amount }) => amount)).toEqual([100])
    const held = await shopper.paying()
    await stripe.confirm(held.secret)
    await shop.complete(held.cart_id)
    const order = await shopper.placed(held)
    const cancel = () => adminPost(`/admin/orders/${order.id}/cancel`, {})
    expect([(await cancel()).status, (await stripe.intent(held.intent)).status]).toEqual([200, "canceled"])
    await cancel()
    const { calls } = await stripe.state()
    expect(calls.filter((call) => call.includes(`${held.intent}/cancel`))).toHaveLength(1)
  })
})
