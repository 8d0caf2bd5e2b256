import { divide, roundInto } from "./apportion"
import { nearestMinor } from "./money"

/** What a promotion takes off a line or a shipping method: its weight among those that do, as a decimal. */
export interface Discount {
  readonly promotion_id: string
  readonly amount: string
}

/** A line or a shipping method, in decimals as its price is tagged: with tax or without it. */
export interface Priced {
  /** Before discounts. */
  readonly price: string
  /** After them. */
  readonly total: string
  readonly discounts: readonly Discount[]
}

/** A cart as it is priced, in decimals. */
export interface PricedBasket {
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly lines: readonly Priced[]
  readonly shipping: readonly Priced[]
  /** The tax on what is tagged without it. */
  readonly tax: string
  /** What is to be paid. */
  readonly total: string
  /** The promotions that are meant for certain lines; any other one is for the order as a whole. */
  readonly item_promotions: ReadonlySet<string>
}

/** What a promotion takes off the basket, in minor units. */
export interface Reduction {
  readonly promotion_id: string
  readonly amount: number
  /** Which lines, for a promotion that is meant for lines. */
  readonly allocations: readonly { readonly line: number; readonly amount: number }[]
}

/** A basket's amounts as UCP tells them, in minor units (UCP: Totals): all of `entries` but the total sum to the total. */
export interface BasketTotals {
  /** In the order of the lines; `total` is without what is taken off the order as a whole. */
  readonly lines: readonly { readonly subtotal: number; readonly discount: number; readonly total: number }[]
  readonly reductions: readonly Reduction[]
  readonly subtotal: number
  /** Never negative, as the others: taken off the lines, and off the order. */
  readonly items_discount: number
  readonly discount: number
  readonly fulfillment: number
  readonly tax: number
  readonly total: number
}

/** The amounts of a basket. Whatever was rounded on the way, they sum to the minor unit. */
export function totalsOf(basket: PricedBasket): BasketTotals {
  const { currency, lines, shipping, tax, item_promotions } = basket
  const total = nearestMinor(basket.total, currency)
  const exact = [...lines, ...shipping].map((one) => one.total)
  const rounded = roundInto(total, [...exact, tax], currency)
  const priced = [...lines, ...shipping].map((one, n) => reduced(one, rounded[n] ?? 0, currency))
  const cuts = priced.flatMap(({ cuts }, n) => cuts.map((cut) => ({ ...cut, line: n })))
  const isForLine = ({ line, promotion_id }: Cut & { line: number }) =>
    line < lines.length && item_promotions.has(promotion_id)
  const off_lines = cuts.filter(isForLine)
  const items_discount = sum(off_lines)
  return {
    lines: priced.slice(0, lines.length).map(({ subtotal }, n) => {
      const discount = sum(off_lines.filter(({ line }) => line === n))
      return { subtotal, discount, total: subtotal - discount }
    }),
    reductions: reductionsOf(cuts, isForLine),
    subtotal: sum(priced.slice(0, lines.length).map(({ subtotal: amount }) => ({ amount }))),
    items_discount,
    discount: sum(cuts) - items_discount,
    fulfillment: sum(priced.slice(lines.length).map(({ subtotal: amount }) => ({ amount }))),
    tax: rounded.at(-1) ?? 0,
    total,
  }
}

interface Cut {
  readonly promotion_id: string
  readonly amount: number
}

/** What one costs before and what each promotion takes off it, given what is left of it. */
function reduced({ price, discounts }: Priced, left: number, currency: string) {
  const before = discounts.length ? nearestMinor(price, currency) : left
  const off = Math.max(0, before - left)
  const shares = divide(
    off,
    discounts.map(({ amount }) => amount)
  )
  const cuts = discounts.map(({ promotion_id }, n): Cut => ({ promotion_id, amount: shares[n] ?? 0 }))
  return { subtotal: left + (discounts.length ? off : 0), cuts }
}

function reductionsOf(
  cuts: readonly (Cut & { line: number })[],
  isForLine: (cut: Cut & { line: number }) => boolean
): Reduction[] {
  const promotions = [...new Set(cuts.map(({ promotion_id }) => promotion_id))]
  return promotions.flatMap((promotion_id) => {
    const own = cuts.filter((cut) => cut.promotion_id === promotion_id && cut.amount > 0)
    const amount = sum(own)
    const allocations = own.every(isForLine) ? own.map(({ line, amount }) => ({ line, amount })) : []
    return amount > 0 ? [{ promotion_id, amount, allocations }] : []
  })
}

function sum(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((all, { amount }) => all + amount, 0)
}
