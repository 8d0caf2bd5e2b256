import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { App, paymentOf, errorBody } from "../support/app"
import { closeApp, openApp } from "../support/app-family"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { AS_NEW, changeSettings } from "../support/policy"
import type { NewCustomer } from "../support/privacy"
import { authenticate } from "../support/shopper"
import { Storefront } from "../support/storefront"

const SMALL_REFUNDS = {
  customer_clients: "automatic",
  limits: [{ currency: "EUR", max_per_refund: 100, max_per_client: 100_000, max_per_day: 100_000 }],
}

let ana: NewCustomer
let app: App
let other: App
let buyer: Buyer

beforeAll(async () => {
  ;({ ana, app, other, buyer } = await openApp())
})
afterAll(closeApp)

describe("the payments of a customer", () => {
  it("are empty for a customer who paid nothing [APP-01]", async () => {
    expect(await other.payments()).toEqual({ payments: [], next_cursor: null })
  })

  it("show the agent, the order and the bank's page during customer authentication, and the outcome afterwards [APP-01]", async () => {
    const { id } = await buyer.escalated([["MUG-SAND", 1]])
    const { id: payment_id, order_id, shop_order_id, redirect_url } = await paymentOf(id)
    const waiting = await app.payment(payment_id)
    expect(waiting).toEqual({
      id: payment_id,
      status: "requires_action",
      amount: expect.any(Number) as number,
      currency: "EUR",
      authorized_amount: 0,
      captured_amount: 0,
      refunded_amount: 0,
      card: null,
      description: `Checkout ${id}`,
      order: { id: order_id, number: shop_order_id },
      agent: { client_id: buyer.client_id, name: "Test agent" },
      redirect_url,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    })
    await authenticate(redirect_url)
    await buyer.becomes(id, "completed")
    const { amount } = waiting
    expect(await app.payment(payment_id)).toMatchObject({
      status: "captured",
      amount,
      authorized_amount: amount,
      captured_amount: amount,
      card: { brand: "visa", last4: "1111" },
      redirect_url: null,
    })
    await changeSettings({ refunds: SMALL_REFUNDS })
    expect(await buyer.send(`/orders/${shop_order_id}/refund`, { body: { amount: 100 } })).toMatchObject({
      status: 200,
    })
    await changeSettings({ refunds: AS_NEW.refunds })
    expect(await app.payment(payment_id)).toMatchObject({ captured_amount: amount, refunded_amount: 100 })
  })

  it("include the customer's storefront carts, without an agent [APP-01]", async () => {
    const shop = new Storefront()
    const cart = await shop.fillCart()
    await sql("update cart set customer_id = $2 where id = $1", [cart.id, ana.id])
    const { data } = await shop.startPayment(cart.id)
    const payment = await app.payment(data.payment_id)
    expect(payment).toMatchObject({ agent: null, order: null, redirect_url: data.redirect_url })
    expect((await app.payments()).payments[0]?.id).toBe(data.payment_id)
    expect((await other.send("GET", `/payments/${data.payment_id}`)).status).toBe(404)
  })

  it("are not found by other customers, just like unknown ids [APP-02]", async () => {
    const [own] = (await app.payments()).payments
    for (const id of [own?.id, "pay_none", "' or true --", "%2e%2e"]) {
      const { status, body } = await other.send("GET", `/payments/${encodeURIComponent(String(id))}`)
      expect([status, body]).toEqual([404, errorBody("payment_not_found", 404)])
    }
    expect((await other.payments()).payments).toEqual([])
  })

  it("exclude a guest's payment with the customer's email address [APP-02]", async () => {
    const guests = await Buyer.forGuests()
    const checkout = await guests.ready([["MUG-SAND", 1]])
    await guests.checkout(guests.update(checkout.id, { buyer: { email: ana.email } }))
    await guests.checkout(guests.complete(checkout.id))
    const { id } = await paymentOf(checkout.id)
    expect((await app.send("GET", `/payments/${id}`)).status).toBe(404)
    expect((await app.payments("?limit=100")).payments.map((one) => one.id)).not.toContain(id)
  })

  it("are paged without repeats or gaps, newest first [APP-03]", async () => {
    await buyer.escalated([["MUG-SAND", 1]])
    const { payments: all } = await app.payments("?limit=100")
    expect(all.length).toBeGreaterThan(2)
    const paged: string[] = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await app.payments(`?limit=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.payments.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(paged).toEqual(all.map(({ id }) => id))
  })

  it.each(["limit=0", "limit=101", "limit=x", "cursor=none", "cursor=", "status=paid"])(
    "reject the query %s [APP-03]",
    async (query) => {
      const { status, body } = await app.send("GET", `/payments?${query}`)
      expect([status, body]).toEqual([
        400,
        errorBody("invalid_params", 400, { issues: expect.any(Array) as [] }),
      ])
    }
  )
})
