import { describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { ledgerOf } from "../support/bank-ledger"
import { lastOrderNumber, orderOf, ordersOf, reaches } from "../support/cart-orders"
import { capturesOf } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { expectOrderedOnce } from "../support/ordered-once"
import { authenticate } from "../support/shopper"
import { STOREFRONT } from "../support/start-world"
import { Storefront } from "../support/storefront"
import { world } from "../support/world"

const shop = new Storefront()

describe("an ordinary storefront checkout", () => {
  it("becomes a paid order by the bank's notification alone, announced once, whether or not the customer returns [SRV-05, BANK-21, BANK-30]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    expect(data.redirect_url).toMatch(new RegExp(`^${world().simulator_url}/sca/`))
    await authenticate(data.redirect_url)
    await eventually(() => orderOf(cart.id))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("returns the same order to the storefront whenever it completes the cart afterwards [BANK-01]", async () => {
    const cart = await shop.fillCart()
    await authenticate((await shop.startPayment(cart.id)).data.redirect_url)
    const order = await eventually(() => orderOf(cart.id))
    for (const completion of [await shop.complete(cart.id), await shop.complete(cart.id)])
      expect(completion).toMatchObject({ status: 200, type: "order", order: { id: order.id } })
  })

  it("creates one order when the storefront completes the cart while the notification settles [BANK-01]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    await authenticate(data.redirect_url)
    await Promise.all([1, 2, 3, 4].map(() => shop.complete(cart.id)))
    await eventually(() => orderOf(cart.id))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("creates no order before the bank has authorized [BANK-20, SRV-06]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    const before = await lastOrderNumber()
    const { status, type, cart: same, error } = await shop.complete(cart.id)
    expect([status, type, error?.type]).toEqual([200, "cart", "payment_requires_more_error"])
    expect(same).toMatchObject({ id: cart.id, total: cart.total })
    expect(await ordersOf(cart.id)).toEqual([])
    expect(await lastOrderNumber()).toBe(before)
    await authenticate(data.redirect_url)
    expect(await paidFor(cart.id)).toEqual([cart.total])
  })

  it("stays a cart when the payment is declined, and can be paid with a new session", async () => {
    const cart = await shop.fillCart()
    const declined = (await shop.startPayment(cart.id)).data
    await authenticate(declined.redirect_url, "decline")
    await reaches(declined.payment_id, "declined")
    const { type, error } = await shop.complete(cart.id)
    expect([type, error?.type]).toEqual(["cart", "payment_authorization_error"])
    expect(await ordersOf(cart.id)).toEqual([])
    const { data } = await shop.startPayment(cart.id)
    await authenticate(data.redirect_url)
    await eventually(() => orderOf(cart.id))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("redirects the customer to the storefront's own page when its origin is trusted [BANK-22]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id, { return_url: `${STOREFRONT}/thanks` })
    const back = await fetch((await authenticate(data.redirect_url)).redirect_url, { redirect: "manual" })
    expect([back.status, back.headers.get("location")]).toEqual([303, `${STOREFRONT}/thanks`])
  })

  it.each(["https://evil.example/", "javascript:alert(1)", "//evil.example", 7])(
    "never redirects the customer to %s [BANK-22]",
    async (return_url) => {
      const cart = await shop.fillCart()
      const { data } = await shop.startPayment(cart.id, { return_url })
      const back = await fetch((await authenticate(data.redirect_url)).redirect_url, { redirect: "manual" })
      expect(back.status).toBe(200)
      expect(await back.text()).toContain('data-outcome="confirmed"')
    }
  )

  it.each([
    ["pay_unknown", "payment_not_found"],
    [`pay_${"x".repeat(5000)}`, "payment_not_found"],
    ["%00", "not_found"],
    ["%", "not_found"],
  ])("shows a page to a browser that returns for an unknown payment (%s)", async (payment_id, outcome) => {
    const page = await fetch(`${world().base_url}/gw-bank/v1/return/${payment_id}`)
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
    expect(await page.text()).toContain(`data-outcome="${outcome}"`)
  })

  it("cancels a payment at the bank when the storefront replaces its session [BANK-48]", async () => {
    const cart = await shop.fillCart()
    const replaced = (await shop.startPayment(cart.id)).data
    const { data } = await shop.startPayment(cart.id)
    expect((await ledgerOf(replaced.payment_id)).status).toBe("canceled")
    await expect(authenticate(replaced.redirect_url)).rejects.toThrow()
    await authenticate(data.redirect_url)
    expect(await paidFor(cart.id)).toEqual([cart.total])
  })

  it("ignores what a storefront writes into the session's data [BANK-23]", async () => {
    await switchSurfaces({ a2a_enabled: true })
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const cart = await shop.fillCart()
    const paid = await agent.createPayment({ amount: Math.round(cart.total * 100) })
    await authenticate(paid.artifacts.sca_redirect_url)
    await agent.settled(paid.task_id)
    const { payment_id } = paid.artifacts
    const { data } = await shop.startPayment(cart.id, {
      payment_id,
      status: "captured",
      session_id: "payses_1",
    })
    expect(data.payment_id).not.toBe(payment_id)
    expect((await shop.complete(cart.id)).type).not.toBe("order")
    expect(await ordersOf(cart.id)).toEqual([])
  })
})

/** The captured amounts of a cart's order. An order exists before its captures are recorded. */
function paidFor(cart_id: string): Promise<number[]> {
  return eventually(async () => {
    const order = await orderOf(cart_id)
    const captures = order ? capturesOf(order) : []
    return captures.length ? captures : undefined
  })
}
