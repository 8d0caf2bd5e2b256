import { describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { paymentAtBank } from "../support/bank"
import { type Checkout, amountOf } from "../support/buyer"
import { type Order, orderNumber } from "../support/merchant"
import { ALL, type Currency, type Lines, ParityStore, less } from "../support/parity"
import { promote } from "../support/promotions"
import { authenticate } from "../support/shopper"

const shop = ParityStore.forThisFile()

describe("the totals of a checkout equal Medusa's own, to the minor unit,", () => {
  it.each<[string, () => Lines]>([
    ["one unit", () => [[shop.odd, 1]]],
    ["three units", () => [[shop.odd, 3]]],
    [
      "many items",
      () => [
        [shop.odd, 7],
        [shop.dear, 13],
        [shop.small, 1],
      ],
    ],
    [
      "the same item twice",
      () => [
        [shop.odd, 2],
        [shop.odd, 1],
      ],
    ],
    ["a large quantity", () => [[shop.dear, 10_000]]],
  ])("for %s", async (_, lines) => {
    await shop.everywhere((market) => shop.same({ market, lines: lines() }), ALL)
  })

  const across = { target_type: "order" } as const
  const items = { target_type: "items", allocation: "across" } as const
  const each = { target_type: "items", allocation: "each", max_quantity: 100 } as const
  const parcels = { target_type: "shipping_methods", allocation: "across" } as const
  /** A fixed discount in a market's currency. */
  const off = (currency: Currency, share = 1) => ({
    type: "fixed" as const,
    currency_code: currency,
    value: { eur: 5, ron: 25, gbp: 5, jpy: 500, kwd: 1.5 }[currency] * share,
  })
  const percent = (value: number) => ({ type: "percentage" as const, value })

  it.each<[string, (currency: Currency) => Promise<string>[]]>([
    ["10 % off the lines", () => [promote({ ...percent(10), ...each })]],
    ["33 % off the lines, across them", () => [promote({ ...percent(33), ...items })]],
    ["7 % off the order", () => [promote({ ...percent(7), ...across })]],
    ["an amount off the order", (c) => [promote({ ...off(c), ...across })]],
    [
      "an amount off the order, with tax",
      (c) => [promote({ ...off(c), ...across }, { is_tax_inclusive: true })],
    ],
    ["an amount off each unit", (c) => [promote({ ...off(c, 0.1), ...each })]],
    [
      "an amount off one unit of the cheapest",
      (c) => [promote({ ...off(c, 0.1), ...each, allocation: "once", max_quantity: 1 })],
    ],
    ["free delivery", () => [promote({ ...percent(100), ...parcels })]],
    ["a third off the delivery", () => [promote({ ...percent(33), ...parcels })]],
    ["an amount off the delivery", (c) => [promote({ ...off(c, 0.1), ...parcels })]],
    ["two codes", (c) => [promote({ ...percent(10), ...each }), promote({ ...off(c, 0.5), ...across })]],
    [
      "two codes, one for the delivery",
      () => [promote({ ...percent(12.5), ...items }), promote({ ...percent(50), ...parcels })],
    ],
    [
      "one tax-inclusive and one tax-exclusive code",
      (c) => [
        promote({ ...percent(10), ...each }),
        promote({ ...off(c), ...across }, { is_tax_inclusive: true }),
      ],
    ],
  ])("with %s", async (_, promotions) => {
    await shop.everywhere(async (market, currency) => {
      const codes = await Promise.all(promotions(currency))
      const lines: Lines = [
        [shop.odd, 3],
        [shop.dear, 2],
        [shop.small, 1],
      ]
      const checkout = await shop.same({ market, lines, codes })
      expect(less(checkout)).toBeGreaterThan(0)
      const applied = checkout.discounts?.applied.map(({ code }) => code)
      expect([...(applied ?? [])].sort()).toEqual([...codes].sort())
      expect(checkout.messages ?? []).toEqual([])
    })
  })
})

describe("a purchase", () => {
  /** Pays a checkout and returns its order once the payment is captured. */
  async function paidOrder(ready: Checkout): Promise<Order> {
    const total = amountOf(ready, "total")
    const { continue_url = "" } = await shop.buyer.checkout(shop.buyer.complete(ready.id))
    expect(await paymentAtBank(continue_url)).toMatchObject({ amount: total, currency: ready.currency })
    await authenticate(continue_url)
    const completed = await shop.buyer.becomes(ready.id, "completed")
    expect(completed.totals).toEqual(ready.totals)
    return eventually(async () => {
      const order = await orderNumber(Number(completed.order?.id))
      return order.payment_status === "captured" ? order : undefined
    })
  }

  it.each<[Currency, number]>([
    ["jpy", 1],
    ["kwd", 1000],
    ["eur", 100],
  ])("in %s is charged exactly at the bank, and the order has the same total", async (currency, unit) => {
    const code = await promote({ type: "percentage", value: 10, target_type: "order" })
    const lines: Lines = [
      [shop.odd, 3],
      [shop.dear, 1],
    ]
    const ready = await shop.same({ market: shop.marketIn(currency), lines, codes: [code] })
    const order = await paidOrder(ready)
    expect(order.currency_code).toBe(currency)
    expect(Math.round(order.total * unit)).toBe(amountOf(ready, "total"))
  })

  it("with a total between two minor units is charged as shown", async () => {
    const code = await promote({
      type: "fixed",
      value: 0.5,
      currency_code: "eur",
      target_type: "shipping_methods",
      allocation: "across",
    })
    const lines: Lines = [
      [shop.odd, 3],
      [shop.dear, 2],
      [shop.small, 1],
    ]
    const ready = await shop.same({ market: shop.marketIn("eur"), lines, codes: [code] })
    expect(amountOf(ready, "total")).toBe(5445)
    expect((await paidOrder(ready)).total).toBe(54.445)
  })
})
