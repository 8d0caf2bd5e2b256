import { afterAll, beforeAll, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { amountOf, ANA, BERLIN, Buyer, delivery } from "../support/buyer"
import { closeCatalog, makeProduct, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { deliverTo, offer, openMarket } from "../support/markets"
import { orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { payOn, STRIPE_PAGE } from "../support/page-shopper"
import { promote, withdraw } from "../support/promotions"
import { attemptsOf, ordersOf } from "../support/purchases"
import { STRIPE, stripe, stripeKeys } from "../support/stripe"

inOwnWorld({ ...STRIPE_PAGE, ...stripeKeys() })

let agent: Agent
let buyer: Buyer

beforeAll(async () => {
  await openCatalog()
  await switchSurfaces({ a2a_enabled: true })
  await openMarket("kwd", "kw", STRIPE)
  await deliverTo("kw", { kwd: 1.25 })
  buyer = await Buyer.forGuests()
  agent = await Agent.withScopes(...["create", "read", "refund"].map((scope) => `a2a:payments:${scope}`))
  // The store reads regions again every few seconds.
  await eventually(async () => {
    const { status } = await buyer.get("/products?limit=1&country=KW")
    return status === 200 ? true : undefined
  })
})
afterAll(withdraw)
afterAll(closeCatalog)

const payments = async () => (await stripe.state()).intents.length

/** A product at 1.111 dinar, whose delivery costs 1.25. */
async function dinarProduct(): Promise<string> {
  const prices = [{ currency_code: "kwd", amount: 1.111 }]
  const { variants } = await makeProduct({
    title: "Astrolabe",
    variants: [{ title: "One", options: { Size: "One" }, manage_inventory: false, prices }],
  })
  return variants[0]?.id ?? ""
}

it("refuses an amount that Medusa's Stripe module would round [ROUTE-28]", async () => {
  const before = await payments()
  const { body } = await agent.send("create_payment", { amount: 1234, currency: "KWD" })
  expect(body.error.data).toMatchObject({ code: "invalid_params", issues: [{ path: "amount" }] })
  expect(await payments()).toBe(before)
})

it("does not charge a checkout with a total that Medusa's Stripe module would round [ROUTE-28]", async () => {
  const item = await dinarProduct()
  const place = delivery({ ...BERLIN, address_country: "KW" })
  const before = await payments()
  const rounded = await buyer.ready([[item, 1]], place)
  expect(amountOf(rounded, "total")).toBe(2361)
  const { status, body } = await buyer.complete(rounded.id)
  expect([status, body]).toMatchObject([402, { messages: [{ code: "payment_failed" }] }])
  expect(await payments()).toBe(before)
  expect((await attemptsOf(rounded.id)).map((attempt) => attempt.status)).toEqual(["declined"])
  const reasons = "select decline_code from gw_payment where description = 'Checkout ' || $1"
  expect(await sql(reasons, [rounded.id])).toEqual([{ decline_code: "inexact_amount" }])
  expect((await ordersOf(rounded.id)).map((order) => order.status)).toEqual(["canceled"])
  const exact = await buyer.ready([[item, 10]], place)
  const { intent } = await payOn(await buyer.checkout(buyer.complete(exact.id)))
  expect((await stripe.intent(intent)).amount).toBe(12_360)
  await buyer.becomes(exact.id, "completed")
})

it("charges the total of the checkout, also when Medusa's arithmetic has a rounding error [ROUTE-28]", async () => {
  const item = await offer({ ron: 6.15 })
  const half = { type: "percentage", target_type: "items", allocation: "each", value: 50 } as const
  const codes = [await promote({ ...half, max_quantity: 1 })]
  const line_items = [{ item: { id: item }, quantity: 1 }]
  const body = { line_items, buyer: ANA, context: { address_country: "RO" }, discounts: { codes } }
  const checkout = await buyer.checkout(buyer.send(buyer.checkouts, { body }), 201)
  expect(amountOf(checkout, "total")).toBe(308)
  const { intent } = await payOn(await buyer.checkout(buyer.complete(checkout.id)))
  expect((await stripe.intent(intent)).amount_received).toBe(308)
  await buyer.becomes(checkout.id, "completed")
  const captured = "select captured_amount from gw_payment where description = 'Checkout ' || $1"
  expect(await sql(captured, [checkout.id])).toEqual([{ captured_amount: "308" }])
})

it("refunds no amount that Medusa's Stripe module would round, and all others exactly [ROUTE-28]", async () => {
  const task = await agent.createPayment({ amount: 1230, currency: "KWD" })
  const { intent, back } = await payOn(task)
  await fetch(back)
  const { payment_id } = (await agent.settled(task.task_id)).artifacts
  const refund = async (amount?: number) =>
    (await agent.send("refund_payment", { payment_id, ...(amount && { amount }) })).body
  const refused = await refund(333)
  expect([refused.error.data.code, refused.error.message]).toEqual([
    "invalid_state",
    expect.stringContaining("would round this amount"),
  ])
  for (const amount of [330, undefined]) {
    const { result } = await refund(amount)
    expect((await agent.settled(result.task_id)).state).toBe("completed")
  }
  expect((await stripe.refundsOf(intent)).map(({ amount }) => amount)).toEqual([330, 900])
  const { payment_collections } = await orderNumber(task.artifacts.shop_order_id)
  const refunds = payment_collections.flatMap((collection) =>
    collection.payments.flatMap((one) => one.refunds)
  )
  expect(refunds.map(({ amount }) => amount).sort()).toEqual([0.33, 0.9])
})
