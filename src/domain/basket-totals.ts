import { divide, roundInto } from "./apportion"
import { nearestMinor } from "./money"

/**
 * A promotion's discount on a line or shipping method. The amount is a decimal; it serves only as a weight
 * among the discounts.
 */
export interface Discount {
  readonly promotion_id: string
  readonly amount: string
}

/** A line or a shipping method. Its decimals are tax-inclusive or tax-exclusive like its price. */
export interface Priced {
  /** Before discounts. */
  readonly price: string
  /** After discounts. */
  readonly total: string
  readonly discounts: readonly Discount[]
}

/** A priced cart, in decimals. */
export interface PricedBasket {
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly lines: readonly Priced[]
  readonly shipping: readonly Priced[]
  /** The tax on tax-exclusive prices. */
  readonly tax: string
  /** The amount to pay. */
  readonly total: string
  /** The promotions on particular lines. All others apply to the order as a whole. */
  readonly item_promotions: ReadonlySet<string>
}

/** The discount of a promotion on the basket, in minor units. */
export interface Reduction {
  readonly promotion_id: string
  readonly amount: number
  /** The lines it applies to; empty for a promotion on the whole order. */
  readonly allocations: readonly { readonly line: number; readonly amount: number }[]
}

/**
 * The totals of a basket in minor units, as UCP defines them (UCP: Totals). The entries before the total add up
 * to it.
 */
export interface BasketTotals {
  /** In the order of the lines. `total` does not include discounts on the whole order. */
  readonly lines: readonly { readonly subtotal: number; readonly discount: number; readonly total: number }[]
  readonly reductions: readonly Reduction[]
  readonly subtotal: number
  /** The discounts on lines. Not negative. */
  readonly items_discount: number
  /** The discounts on the whole order. Not negative. */
  readonly discount: number
  readonly fulfillment: number
  readonly tax: number
  readonly total: number
}

/** Computes the totals of a basket. They add up to the minor unit, despite rounding. */
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

/**
 * The undiscounted amount of a line, and the share of each promotion in its discount. `left` is the discounted
 * amount.
 */
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
