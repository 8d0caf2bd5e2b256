import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { eventually } from "../agent"
import { adminPost, orderNumber } from "../merchant"
import { inOwnWorld } from "../own-world"
import { pauseSchedule } from "../pause-schedule"
import { ordersOf } from "../purchases"
import { sellOut } from "../sold-out"
import { refundIn } from "../ucp-orders"
import { expectMoved } from "./books"
import type { Payable, PaymentRoute, Scenario } from "./payment-route"
import { RouteShop } from "./route-shop"

/** More checks than the refusals after which a paid cart that cannot become an order is refunded. */
const CHECKS = 4

/**
 * Runs the same scenarios on a payment route, in a store of the pool. Whatever happens, the order is bought once or not at
 * all, and the provider, Medusa and the plugin have moved the same money. The spec file of a route names the scenarios that
 * the route lacks.
 *
 * Two servers and killed stores have their own specs. Bank: `ucp-two-servers`, `checkout-crash`, `settlement-crash` and
 * `creation-crash`. Page: `page-checkouts`, `page-payments` and `page-payment-ends`. Storefront: `storefront-hand-off`,
 * `storefront-stripe-unplaced`, `storefront-stripe-unplaced-refunds` and `storefront-unknown-refunds`.
 */
export function describePaymentRoute<P extends Payable>(route: PaymentRoute<P>): void {
  inOwnWorld(route.env)
  for (const job of route.jobs) pauseSchedule(job)

  let shop: RouteShop<P>
  beforeAll(async () => {
    shop = await RouteShop.open(route)
  })
  afterAll(() => shop.close())
  afterEach(() => route.restore())

  const scenario = (name: Scenario, title: string, act: () => Promise<void>) => {
    if (!(name in route.lacks)) it(title, act)
  }

  scenario("paid", "is paid", async () => {
    await shop.buy()
  })

  scenario("declined", "is paid after a decline, also when the notification is lost", async () => {
    const payable = await shop.begin()
    await route.decline(payable)
    await route.find(payable)
    await shop.buyer.becomes(payable.id, route.declined)
    expect((await route.ledger?.(payable))?.captured).toBe(0)
    await route.deliver("lost")
    const again = await route.retry(payable, shop.buyer)
    await route.payAndLeave(again)
    await route.find(again)
    await shop.bought(again)
  })

  scenario("abandoned", "sells nothing when its customer leaves, and can be paid later", async () => {
    const payable = await shop.begin()
    await route.abandon(payable)
    await shop.nothingSold(payable)
    expect((await ordersOf(payable.id)).length).toBe(route.holds === "order" ? 1 : 0)
    if (route.holds === "order") await shop.ended(payable)
    await shop.boughtLater(payable)
  })

  scenario("two tabs", "is paid once by a customer who pays in two tabs at the same time", async () => {
    const payable = await shop.begin()
    const tabs = await Promise.allSettled([route.pay(payable), route.pay(payable)])
    expect(tabs.map(({ status }) => status)).toContain("fulfilled")
    await shop.bought(payable)
  })

  scenario("lost", "is paid when the notification is lost and the customer does not return", async () => {
    await route.deliver("lost")
    const payable = await shop.begin()
    await route.payAndLeave(payable)
    await Promise.all([route.find(payable), route.find(payable)])
    await shop.bought(payable)
  })

  scenario("repeated", "is paid once when notifications are repeated", async () => {
    await route.deliver("repeated")
    await shop.buy()
  })

  scenario("late", "is paid once when the notification arrives after the customer has returned", async () => {
    await route.deliver("late")
    const purchase = await shop.buy()
    await route.sendLate(purchase.payable)
    await route.find(purchase.payable)
    await expectMoved(route, purchase)
  })

  scenario("early", "is paid by the notification alone", async () => {
    const payable = await shop.begin()
    await route.payAndLeave(payable)
    await shop.bought(payable)
  })

  scenario("sold out", "is refunded when it sells out after the payment", async () => {
    await route.deliver("lost")
    const payable = await shop.begin()
    await route.payAndLeave(payable)
    const restock = await sellOut(shop.item)
    for (let check = 0; check < CHECKS; check++) await route.find(payable)
    await restock()
    expect((await route.ledger?.(payable))?.captured).toBeGreaterThan(0)
    await shop.nothingSold(payable)
  })

  scenario("canceled by its agent", "is paid or canceled when its agent cancels it meanwhile", async () => {
    const payable = await shop.begin()
    await Promise.allSettled([route.pay(payable), shop.buyer.cancel(payable.id)])
    const status = await eventually(async () => {
      const now = (await shop.buyer.read(payable.id)).status
      return now === "completed" || now === "canceled" ? now : undefined
    })
    // A cart stays with its customer, whose order completes the checkout.
    if (status === "completed" || route.holds === "cart") await shop.bought(payable)
    else await shop.nothingSold(payable)
  })

  scenario(
    "canceled by staff",
    "ends when staff cancel its order, and can be paid with another one",
    async () => {
      const payable = await shop.begin()
      const [order] = await ordersOf(payable.id)
      const { id } = await orderNumber(order?.display_id ?? 0)
      expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
      await route.find(payable)
      await shop.nothingSold(payable)
      await shop.ended(payable)
      await shop.nothingSold(payable)
      await shop.boughtLater(payable)
    }
  )

  scenario("refunded by its agent", "is refunded by its agent in part and then fully", async () => {
    const purchase = await shop.buy()
    const refund = async (body: object, refunded: number) => {
      const path = `/orders/${purchase.bought.order.display_id}/refund`
      await refundIn(shop.buyer, shop.buyer.send(path, { body }))
      await shop.refunded(purchase, refunded)
    }
    await refund({ amount: 100 }, 100)
    await refund({}, purchase.moved.captured)
  })

  scenario("refunded by staff", "is refunded by staff in part and then fully", async () => {
    const purchase = await shop.buy()
    const { captured } = purchase.moved
    expect(await route.refund(purchase.bought, 100)).toBe(200)
    await shop.refunded(purchase, 100)
    expect(await route.refund(purchase.bought, captured - 100)).toBe(200)
    await shop.refunded(purchase, captured)
  })

  it("has the same money and one report of each outcome to its agent after all that arrives late", () =>
    shop.unchanged())
}
