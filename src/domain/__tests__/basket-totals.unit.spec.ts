import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Priced, type PricedBasket, totalsOf } from "../basket-totals"

const plain = (price: string): Priced => ({ price, total: price, discounts: [] })
const basket = (members: Partial<PricedBasket>): PricedBasket => ({
  currency: "EUR",
  lines: [],
  shipping: [],
  tax: "0",
  total: "0",
  item_promotions: new Set<string>(),
  ...members,
})

describe("basket totals", () => {
  it("contain no separate tax for tax-inclusive prices", () => {
    const totals = totalsOf(
      basket({ lines: [plain("20"), plain("9.99")], shipping: [plain("5")], total: "34.99" })
    )
    expect(totals).toMatchObject({ subtotal: 2999, fulfillment: 500, tax: 0, discount: 0, total: 3499 })
  })

  it("contain the tax on tax-exclusive prices", () => {
    const totals = totalsOf(basket({ lines: [plain("10.05")], tax: "1.909500", total: "11.9595" }))
    expect(totals).toMatchObject({ subtotal: 1005, tax: 191, total: 1196 })
  })

  it("separate discounts on lines from discounts on the order", () => {
    const line = (price: string, total: string, ...discounts: [string, string][]): Priced => ({
      price,
      total,
      discounts: discounts.map(([promotion_id, amount]) => ({ promotion_id, amount })),
    })
    const totals = totalsOf(
      basket({
        lines: [line("20", "15", ["item", "2"], ["all", "3"]), line("10", "8.5", ["all", "1.5"])],
        shipping: [line("5", "0", ["free", "5"])],
        total: "23.5",
        item_promotions: new Set(["item"]),
      })
    )
    expect(totals).toEqual({
      lines: [
        { subtotal: 2000, discount: 200, total: 1800 },
        { subtotal: 1000, discount: 0, total: 1000 },
      ],
      reductions: [
        { promotion_id: "item", amount: 200, allocations: [{ line: 0, amount: 200 }] },
        { promotion_id: "all", amount: 450, allocations: [] },
        { promotion_id: "free", amount: 500, allocations: [] },
      ],
      subtotal: 3000,
      items_discount: 200,
      discount: 950,
      fulfillment: 500,
      tax: 0,
      total: 2350,
    })
  })

  it("add up for any rounding", () => {
    const thousandths = fc.integer({ min: 0, max: 10 ** 8 })
    const line = fc.record({
      price: thousandths,
      cuts: fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: 0, max: 300 }))),
    })
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.array(line, { maxLength: 2 }),
        thousandths,
        (some, ship, tax) => {
          const priced = (ones: typeof some) =>
            ones.map(({ price, cuts }) => {
              const off = cuts.map(([id, part]) => [id, Math.floor((price * part) / 3000)] as const)
              const left = Math.max(0, price - off.reduce((sum, [, amount]) => sum + amount, 0))
              const discounts = off.map(([promotion_id, amount]) => ({
                promotion_id,
                amount: decimal(amount),
              }))
              return { left, priced: { price: decimal(price), total: decimal(left), discounts } }
            })
          const [lines, shipping] = [priced(some), priced(ship)]
          const total = [...lines, ...shipping].reduce((sum, { left }) => sum + left, tax)
          const totals = totalsOf(
            basket({
              lines: lines.map(({ priced }) => priced),
              shipping: shipping.map(({ priced }) => priced),
              tax: decimal(tax),
              total: decimal(total),
              item_promotions: new Set(["a"]),
            })
          )
          const { subtotal, items_discount, discount, fulfillment } = totals
          expect(subtotal - items_discount - discount + fulfillment + totals.tax).toBe(totals.total)
          expect(totals.lines.reduce((sum, line) => sum + line.total, 0)).toBe(subtotal - items_discount)
          expect(totals.reductions.reduce((sum, { amount }) => sum + amount, 0)).toBe(
            items_discount + discount
          )
          for (const line of totals.lines) expect(line.total + line.discount).toBe(line.subtotal)
        }
      )
    )
  })
})

const decimal = (thousandths: number) => (thousandths / 1000).toFixed(3)
