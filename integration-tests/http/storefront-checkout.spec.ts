import { describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { ledgerOf, nothingOwed } from "../support/bank-ledger"
import { sql } from "../support/database"
import { holdTable } from "../support/held-table"
import { adminPost, alsoOffer, capturesOf, orderNumber, placedOrders, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { expectOrderedOnce } from "../support/ordered-once"
import { prove } from "../support/shopper"
import { STOREFRONT } from "../support/start-world"
import { Storefront } from "../support/storefront"
import { world } from "../support/world"

const shop = new Storefront()

describe("an ordinary storefront checkout", () => {
  it("becomes a paid order by the bank's notification alone, announced once, the shopper returning or not [SRV-05, BANK-21, BANK-30]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    expect(data.redirect_url).toMatch(new RegExp(`^${world().simulator_url}/sca/`))
    await prove(data.redirect_url)
    await eventually(() => orderOf(cart.id))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("gives the storefront the same order when it completes the cart afterwards, as often as it likes [BANK-01]", async () => {
    const cart = await shop.fillCart()
    await prove((await shop.startPayment(cart.id)).data.redirect_url)
    const order = await eventually(() => orderOf(cart.id))
    for (const completion of [await shop.complete(cart.id), await shop.complete(cart.id)])
      expect(completion).toMatchObject({ status: 200, type: "order", order: { id: order.id } })
  })

  it("makes one order when the storefront completes while the notification settles [BANK-01]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    await prove(data.redirect_url)
    await Promise.all([1, 2, 3, 4].map(() => shop.complete(cart.id)))
    await eventually(() => orderOf(cart.id))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("gives a storefront that completes while the order is being placed that very order", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    const links = await holdTable("order_cart")
    await prove(data.redirect_url)
    await links.stopped()
    const completions = [1, 2].map(() => shop.complete(cart.id))
    await links.release()
    for (const completion of await Promise.all(completions)) expect(completion.type).toBe("order")
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("makes no order before the bank has authorised, not even for an instant [BANK-20, SRV-06]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    const before = await lastOrderNumber()
    const { status, type, cart: same, error } = await shop.complete(cart.id)
    expect([status, type, error?.type]).toEqual([200, "cart", "payment_requires_more_error"])
    expect(same).toMatchObject({ id: cart.id, total: cart.total })
    expect(await ordersOf(cart.id)).toEqual([])
    expect(await lastOrderNumber()).toBe(before)
    await prove(data.redirect_url)
    const paid = await eventually(async () => {
      const captures = capturesOf(await eventually(() => orderOf(cart.id)))
      return captures.length ? captures : undefined
    })
    expect(paid).toEqual([cart.total])
  })

  it("becomes an order by nobody but the settlement, also when it is paid [BANK-20]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    await sql("update gw_payment set provisioned_at = null where id = $1", [data.payment_id])
    await prove(data.redirect_url)
    await eventually(async () => ((await statusOf(data.payment_id)) === "captured" ? true : undefined))
    await adminPost("/admin/workflows-executions/complete-cart/run", { input: { id: cart.id } })
    expect(await ordersOf(cart.id)).toEqual([])
    await sql("update gw_payment set provisioned_at = now() where id = $1", [data.payment_id])
    await eventually(() => orderOf(cart.id))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("becomes one order also when its settlement has lost the cart to another one on the way [BANK-30]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    const transactions = await holdTable("order_transaction")
    await prove(data.redirect_url)
    await transactions.stopped()
    await sql("delete from gw_cart_lock where cart_id = $1", [cart.id])
    await transactions.release()
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("stays a cart when the payment is declined, and can be paid with a new session", async () => {
    const cart = await shop.fillCart()
    const declined = (await shop.startPayment(cart.id)).data
    await prove(declined.redirect_url, "decline")
    await eventually(async () => ((await statusOf(declined.payment_id)) === "declined" ? true : undefined))
    const { type, error } = await shop.complete(cart.id)
    expect([type, error?.type]).toEqual(["cart", "payment_authorization_error"])
    expect(await ordersOf(cart.id)).toEqual([])
    const { data } = await shop.startPayment(cart.id)
    await prove(data.redirect_url)
    await eventually(() => orderOf(cart.id))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("that is paid with another provider is Medusa's own affair: placed and announced by the storefront's call", async () => {
    await alsoOffer("pp_system_default")
    const cart = await shop.fillCart()
    await shop.startPayment(cart.id, {}, "pp_system_default")
    const completions = [await shop.complete(cart.id), await shop.complete(cart.id)]
    expect(completions.map(({ type }) => type)).toEqual(["order", "order"])
    const order = await orderNumber(Number(completions[0]?.order?.display_id))
    expect(order).toMatchObject({ total: cart.total, payment_status: "authorized" })
    await eventually(async () => (timesPlaced(order) ? true : undefined))
    expect([await ordersOf(cart.id), timesPlaced(order)]).toEqual([[{ display_id: order.display_id }], 1])
    const [row] = await sql("select metadata from cart where id = $1", [cart.id])
    expect(row).toEqual({ metadata: null })
  })

  it("sends the shopper on to the storefront's own page, when that lies on a trusted origin [BANK-22]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id, { return_url: `${STOREFRONT}/thanks` })
    const back = await fetch((await prove(data.redirect_url)).redirect_url, { redirect: "manual" })
    expect([back.status, back.headers.get("location")]).toEqual([303, `${STOREFRONT}/thanks`])
  })

  it.each(["https://evil.example/", "javascript:alert(1)", "//evil.example", 7])(
    "never sends the shopper to %s [BANK-22]",
    async (return_url) => {
      const cart = await shop.fillCart()
      const { data } = await shop.startPayment(cart.id, { return_url })
      const back = await fetch((await prove(data.redirect_url)).redirect_url, { redirect: "manual" })
      expect(back.status).toBe(200)
      expect(await back.text()).toContain('data-outcome="confirmed"')
    }
  )

  it("ends a payment at the bank when the storefront replaces its session [BANK-48]", async () => {
    const cart = await shop.fillCart()
    const replaced = (await shop.startPayment(cart.id)).data
    const { data } = await shop.startPayment(cart.id)
    expect((await ledgerOf(replaced.payment_id)).status).toBe("canceled")
    await expect(prove(replaced.redirect_url)).rejects.toThrow()
    await prove(data.redirect_url)
    expect(capturesOf(await eventually(() => orderOf(cart.id)))).toEqual([cart.total])
  })

  it("becomes the order of one of two payments, and the other one is given back [BANK-31]", async () => {
    const cart = await shop.fillCart()
    const replaced = (await shop.startPayment(cart.id)).data
    // The shopper is faster than the storefront, but the settlement has not come to it yet.
    await sql("update gw_payment set provisioned_at = null where id = $1", [replaced.payment_id])
    await prove(replaced.redirect_url)
    await eventually(async () => ((await statusOf(replaced.payment_id)) === "captured" ? true : undefined))
    const { data } = await shop.startPayment(cart.id)
    await prove(data.redirect_url)
    await eventually(() => orderOf(cart.id))
    await sql("update gw_payment set provisioned_at = now() where id = $1", [replaced.payment_id])
    await nothingOwed(replaced.payment_id)
    expect((await ledgerOf(replaced.payment_id)).amounts.refunded).toBe(Math.round(cart.total * 100))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("gives the money back when the cart can no longer be completed, tells the merchant why, and announces nothing [BANK-30, BANK-31]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    await sql("update cart_line_item set quantity = 100000 where cart_id = $1", [cart.id])
    await prove(data.redirect_url)
    const refunded = async () => (await ledgerOf(data.payment_id)).amounts.refunded
    await eventually(async () => ((await refunded()) > 0 ? true : undefined), 40)
    await nothingOwed(data.payment_id)
    expect(await refunded()).toBe(Math.round(cart.total * 100))
    expect(await ordersOf(cart.id)).toEqual([])
    expect((await shop.complete(cart.id)).error?.type).toBe("payment_authorization_error")
    const [row] = await sql<{ review_reason: string; announced_at: Date | null }>(
      "select review_reason, announced_at from gw_payment where id = $1",
      [data.payment_id]
    )
    expect(row?.review_reason).toContain("Given back")
    expect(row?.announced_at).toBe(null)
    const announced = placedOrders()
    const known = await sql<{ id: string }>(`select id from "order" where id = any($1)`, [announced])
    expect(announced.filter((id) => !known.some((order) => order.id === id))).toEqual([])
  })

  it("believes nothing a storefront writes into the session's data [BANK-23]", async () => {
    await switchSurfaces({ a2a_enabled: true })
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const cart = await shop.fillCart()
    const paid = await agent.createPayment({ amount: Math.round(cart.total * 100) })
    await prove(paid.artifacts.sca_redirect_url)
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

async function ordersOf(cart_id: string): Promise<{ display_id: number }[]> {
  return sql(
    `select o.display_id from order_cart c join "order" o on o.id = c.order_id where c.cart_id = $1`,
    [cart_id]
  )
}

async function statusOf(payment_id: string): Promise<string | undefined> {
  return (await sql<{ status: string }>("select status from gw_payment where id = $1", [payment_id]))[0]
    ?.status
}

/** The number the store has given out last, also to an order that is gone again. */
async function lastOrderNumber(): Promise<string | undefined> {
  const sequence = `pg_get_serial_sequence('"order"', 'display_id')`
  return (await sql<{ last: string }>(`select pg_sequence_last_value(${sequence})::text as last`))[0]?.last
}

async function orderOf(cart_id: string) {
  const [order] = await ordersOf(cart_id)
  return order && orderNumber(order.display_id)
}
