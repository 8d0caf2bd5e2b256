import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { fault, ledgerOf, performEffects, restoreBank, turn, withoutEventFeed } from "../support/bank-ledger"
import { orderOf, ordersOf, reaches } from "../support/cart-orders"
import { sql } from "../support/database"
import { lockTable } from "../support/table-lock"
import { eventuallyRunning, runJob } from "../support/jobs"
import {
  adminPost,
  alsoOffer,
  capturesOf,
  orderNumber,
  placedOrders,
  refundInAdmin,
  refundsOf,
  timesPlaced,
  timesPlacedEventually,
} from "../support/merchant"
import { expectOrderedOnce } from "../support/ordered-once"
import { inOwnWorld } from "../support/own-world"
import { authenticate, CARDS } from "../support/shopper"
import { runEffectsNow, slowToAct, untilStored } from "../support/slow-store"
import { act, underReview } from "../support/staff"
import { Storefront } from "../support/storefront"
import { world } from "../support/world"

inOwnWorld()

let shop: Storefront
beforeAll(() => {
  shop = new Storefront()
})

afterEach(restoreBank)

describe("a storefront cart", () => {
  it("that the storefront completes while its order is being placed returns that order", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    const links = await lockTable("order_cart")
    await authenticate(data.redirect_url)
    await links.stopped()
    const completions = [1, 2].map(() => shop.complete(cart.id))
    await links.release()
    for (const completion of await Promise.all(completions)) expect(completion.type).toBe("order")
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("becomes an order only by the settlement, also when it is paid [BANK-20]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    await sql("update gw_payment set provisioned_at = null where id = $1", [data.payment_id])
    await authenticate(data.redirect_url)
    await reaches(data.payment_id, "captured")
    await adminPost("/admin/workflows-executions/complete-cart/run", { input: { id: cart.id } })
    expect(await ordersOf(cart.id)).toEqual([])
    await sql("update gw_payment set provisioned_at = now() where id = $1", [data.payment_id])
    await eventuallyRunning("settle-leftovers", () => orderOf(cart.id))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("becomes one order also when its settlement lost the cart to another one meanwhile [BANK-30]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    const transactions = await lockTable("order_transaction")
    await authenticate(data.redirect_url)
    await transactions.stopped()
    await sql("delete from gw_cart_lock where cart_id = $1", [cart.id])
    await transactions.release()
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("that changed since its payment started becomes no order, and the payment is refunded [BANK-40]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    // Simulates a change in another tab between the last check of the payment and the order.
    await sql("update cart_line_item set quantity = 2 where cart_id = $1", [cart.id])
    await authenticate(data.redirect_url)
    await eventually(async () => (await ledgerOf(data.payment_id)).amounts.refunded || undefined)
    await performEffects(data.payment_id)
    expect(await ordersOf(cart.id)).toEqual([])
    expect((await underReview(data.payment_id)).review_reason).toContain("the cart has changed")
  })

  it.each([
    ["a part of it becomes the order, with the refund", 100, 1],
    ["all of it becomes no order", null, 0],
  ])("whose payment the bank refunds before the order is placed: %s [RSV-03]", async (_what, part, count) => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    const total = Math.round(cart.total * 100)
    const amount = part ?? total
    const act = await slowToAct(data.payment_id, "captured")
    await authenticate(data.redirect_url)
    await untilStored(data.payment_id, "captured")
    await turn("refund", { payment_id: (await ledgerOf(data.payment_id)).id, amount })
    const refunded = "select 1 from gw_payment where id = $1 and refunded_amount = $2"
    await eventually(async () => (await sql(refunded, [data.payment_id, amount]))[0])
    await act()
    await performEffects(data.payment_id)
    expect((await ledgerOf(data.payment_id)).amounts).toMatchObject({ captured: total, refunded: amount })
    expect(await ordersOf(cart.id)).toHaveLength(count)
    const order = await orderOf(cart.id)
    if (!order) return
    expect([capturesOf(order), refundsOf(order), timesPlaced(order)]).toEqual([[cart.total], [1], 1])
    expect(order.summary).toMatchObject({ paid_total: cart.total, refunded_total: 1, pending_difference: 0 })
  })

  it("does not become an order while the outcome of its refund is unknown, nor after the refund [RSV-03]", async () => {
    const cart = await shop.fillCart()
    const { payment_id, redirect_url } = (await shop.startPayment(cart.id)).data
    const changeTo = (quantity: number) =>
      sql("update cart_line_item set quantity = $2 where cart_id = $1", [cart.id, quantity])
    const late = await slowToAct(payment_id, "captured")
    await authenticate(redirect_url)
    await untilStored(payment_id, "captured")
    const endFeed = await withoutEventFeed()
    const api = { execute_then_fail: true, status: 503 }
    await fault({ scope: { operation: "refund", times: 1 }, api, ipn: { drop: true } })
    await fault({ scope: { operation: "refund" }, api: { status: 429 } })
    await changeTo(2)
    await late()
    const unknown = "select 1 from gw_bank_operation where payment_id = $1 and status = 'unknown'"
    await eventually(async () => (await sql(unknown, [payment_id]))[0])
    await changeTo(1)
    await runEffectsNow(payment_id)
    expect(await ordersOf(cart.id)).toEqual([])
    await restoreBank()
    await endFeed()
    const older =
      "update gw_bank_operation set updated_at = updated_at - interval '1 minute' where payment_id = $1"
    await sql(older, [payment_id])
    await eventuallyRunning("reconcile-payments", async () =>
      (await sql(unknown, [payment_id])).length ? undefined : true
    )
    await runEffectsNow(payment_id)
    await performEffects(payment_id)
    expect(await ordersOf(cart.id)).toEqual([])
    expect((await underReview(payment_id)).review_reason).toContain("already refunded")
  })

  it("does not become an order while the bank has its full refund pending [RSV-03]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    const late = await slowToAct(data.payment_id, "captured")
    await authenticate(data.redirect_url, "approve", CARDS.refund_fails)
    await untilStored(data.payment_id, "captured")
    expect((await act(data.payment_id, "refund")).body).toMatchObject({ is_pending: true })
    await late()
    await performEffects(data.payment_id)
    expect(await ordersOf(cart.id)).toEqual([])
  })

  it("whose payment the merchant refunds in part before the order is recorded keeps the refund on the order that is made again [RSV-04]", async () => {
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    await authenticate(data.redirect_url)
    const first = await eventually(() => orderOf(cart.id))
    await performEffects(data.payment_id)
    expect((await refundInAdmin(await orderNumber(first.display_id), 1)).status).toBe(200)
    await performEffects(data.payment_id)
    // Simulates a store that was killed before it recorded the order.
    await sql(
      "update gw_payment set order_id = null, shop_order_id = null, announced_at = null where id = $1",
      [data.payment_id]
    )
    await sql("update gw_effect set done_at = null, leased_until = null where payment_id = $1", [
      data.payment_id,
    ])
    await runEffectsNow(data.payment_id)
    await performEffects(data.payment_id)
    const [{ display_id } = { display_id: 0 }, ...others] = await ordersOf(cart.id)
    expect([others, display_id > first.display_id]).toEqual([[], true])
    await sql("update gw_refund_baseline set written_at = written_at - interval '5 minutes'")
    await eventuallyRunning("end-interrupted", async () =>
      (await sql("select 1 from gw_refund_baseline")).length ? undefined : true
    )
    const order = await orderNumber(display_id)
    expect([capturesOf(order), refundsOf(order)]).toEqual([[cart.total], [1]])
    expect(order.summary).toMatchObject({ paid_total: cart.total, refunded_total: 1, pending_difference: 0 })
    expect(order.credit_lines).toMatchObject([{ amount: 1 }])
    expect((await ledgerOf(data.payment_id)).amounts).toMatchObject({ refunded: 100 })
  })

  it("stays locked while Medusa completes it, also when the storefront closes the connection", async () => {
    await alsoOffer("pp_system_default")
    const cart = await shop.fillCart()
    await shop.startPayment(cart.id, {}, "pp_system_default")
    const links = await lockTable("order_cart")
    const hangUp = new AbortController()
    const completion = fetch(`${world().base_url}/store/carts/${cart.id}/complete`, {
      method: "POST",
      headers: { "x-publishable-api-key": world().shop.publishable_key },
      signal: hangUp.signal,
    }).catch(() => undefined)
    await links.stopped()
    hangUp.abort()
    await completion
    // The store has noticed the closed connection: it has run a job that started afterwards.
    await runJob("settle-leftovers")
    const held = "select 1 from gw_cart_lock where cart_id = $1 and leased_until > now()"
    const holders = await sql(held, [cart.id])
    await links.release()
    expect(holders).toHaveLength(1)
    await eventually(() => orderOf(cart.id))
  })

  it("paid with another provider is left to Medusa: the storefront's call places and announces the order", async () => {
    await alsoOffer("pp_system_default")
    const cart = await shop.fillCart()
    await shop.startPayment(cart.id, {}, "pp_system_default")
    const completions = [await shop.complete(cart.id), await shop.complete(cart.id)]
    expect(completions.map(({ type }) => type)).toEqual(["order", "order"])
    const order = await orderNumber(Number(completions[0]?.order?.display_id))
    expect(order).toMatchObject({ total: cart.total, payment_status: "authorized" })
    expect(await timesPlacedEventually(order)).toBe(1)
    expect(await ordersOf(cart.id)).toEqual([{ display_id: order.display_id }])
    const [row] = await sql("select metadata from cart where id = $1", [cart.id])
    expect(row).toEqual({ metadata: null })
  })

  it("becomes the order of one of two payments, and the other payment is refunded [BANK-31]", async () => {
    const cart = await shop.fillCart()
    const replaced = (await shop.startPayment(cart.id)).data
    // The customer pays the replaced session before the settlement processes it.
    await sql("update gw_payment set provisioned_at = null where id = $1", [replaced.payment_id])
    await authenticate(replaced.redirect_url)
    await reaches(replaced.payment_id, "captured")
    const { data } = await shop.startPayment(cart.id)
    await authenticate(data.redirect_url)
    await eventually(() => orderOf(cart.id))
    await sql("update gw_payment set provisioned_at = now() where id = $1", [replaced.payment_id])
    await performEffects(replaced.payment_id)
    expect((await ledgerOf(replaced.payment_id)).amounts.refunded).toBe(Math.round(cart.total * 100))
    await expectOrderedOnce(cart, data.payment_id)
  })

  it("that can no longer be completed is refunded with a review and announces no order [BANK-30, BANK-31]", async () => {
    const before = placedOrders().length
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    await sql("update cart_line_item set quantity = 100000 where cart_id = $1", [cart.id])
    await authenticate(data.redirect_url)
    const refunded = async () => (await ledgerOf(data.payment_id)).amounts.refunded
    await eventually(async () => {
      await runEffectsNow(data.payment_id)
      return (await refunded()) > 0 || undefined
    })
    await performEffects(data.payment_id)
    expect(await refunded()).toBe(Math.round(cart.total * 100))
    expect(await ordersOf(cart.id)).toEqual([])
    expect((await shop.complete(cart.id)).error?.type).toBe("payment_authorization_error")
    const [row] = await sql<{ review_reason: string; announced_at: Date | null }>(
      "select review_reason, announced_at from gw_payment where id = $1",
      [data.payment_id]
    )
    expect(row?.review_reason).toContain("Refunded: ")
    expect(row?.announced_at).toBe(null)
    const announced = placedOrders().slice(before)
    const known = await sql<{ id: string }>(`select id from "order" where id = any($1)`, [announced])
    expect(announced.filter((id) => !known.some((order) => order.id === id))).toEqual([])
  })
})
