import { isDeepStrictEqual } from "node:util"
import type { QuoteChange, QuoteChanges } from "../../domain/quote-change"
import type { Quote, QuotedLine, RequestedCheckout, Session } from "../../modules/agent/models/session"
import { chosenDestination } from "../../modules/agent/models/bought"

/** A requested checkout with its quote. */
export type Quoting = Pick<Session, "requested" | "quote">

/**
 * The differences between the new quote and the one that the client knows, in prices, quantities, discounts, shipping, tax
 * and the total. Empty when the buyer would pay the same amount for the same items.
 */
export function differences(before: Quote, after: Quote): QuoteChange[] {
  const parts = [
    ...lineChanges(before, after),
    ...discountChanges(before, after),
    ...ifDifferent({ what: "shipping", from: before.fulfillment, to: after.fulfillment }),
    ...ifDifferent({ what: "tax", from: before.tax, to: after.tax }),
  ]
  return withTotal(parts, before, after)
}

/**
 * The differences that an update does not explain. An update of something that has no price, such as the buyer's name,
 * explains none. Any other explains what depends on it, such as a discount, but not another unit price of an item, nor
 * a larger quantity of a line that it left alone, nor another price of the shipping option if it left the lines, the
 * address and the codes alone.
 */
export function unrequestedChanges(before: Quoting, after: Quoting): QuoteChange[] {
  const all = differences(before.quote, after.quote)
  if (isSame(before.requested, after.requested, PRICED)) return all
  // The update has moved the checkout to another market.
  if (before.quote.currency !== after.quote.currency) return []
  const isShippingLeft = isSame(before.requested, after.requested, SHIPPED)
  const unexplained = all.filter((change) =>
    change.what === "shipping" ? isShippingLeft : isOfLineLeft(change, before, after)
  )
  return unexplained.length ? withTotal(unexplained, before.quote, after.quote) : []
}

/** Whether an item has another unit price, or a line that the update left alone has a larger quantity. */
function isOfLineLeft(change: QuoteChange, before: Quoting, after: Quoting): boolean {
  if (change.what === "price") return true
  if (change.what !== "quantity" || change.to < change.from) return false
  const line = after.requested.lines.find(({ id }) => id === after.quote.lines[change.line]?.id)
  return before.requested.lines.some((one) => isDeepStrictEqual(one, line))
}

/** The changes as they are stored, with the request that they are reported to; null when there are none. */
export const changesFor = (
  request: Omit<QuoteChanges, "changes">,
  changes: readonly QuoteChange[]
): QuoteChanges | null => (changes.length ? { ...request, changes } : null)

/** The changes that a completion has reported, until an update or another completion replaces them. */
export const unacceptedChanges = ({
  quote_changes,
}: Pick<Session, "quote_changes">): readonly QuoteChange[] =>
  quote_changes?.by_completion ? quote_changes.changes : []

type Part = (requested: RequestedCheckout) => unknown

/** What the price of shipping depends on. */
const SHIPPED: readonly Part[] = [
  ({ lines }) => lines,
  (requested) => chosenDestination(requested),
  ({ codes }) => codes,
  ({ delivery }) => delivery.selected_option_id,
]

/** All that a total depends on. */
const PRICED: readonly Part[] = [...SHIPPED, ({ context }) => context, ({ buyer }) => buyer.email]

const isSame = (a: RequestedCheckout, b: RequestedCheckout, parts: readonly Part[]): boolean =>
  parts.every((part) => isDeepStrictEqual(part(a), part(b)))

function withTotal(parts: readonly QuoteChange[], before: Quote, after: Quote): QuoteChange[] {
  if (!parts.length && before.total === after.total && before.currency === after.currency) return []
  const currencies = { from_currency: before.currency, to_currency: after.currency }
  return [...parts, { what: "total", from: before.total, to: after.total, ...currencies }]
}

function lineChanges(before: Quote, after: Quote): QuoteChange[] {
  const isOf = (line: QuotedLine) => (one: QuotedLine) =>
    one.id === line.id && one.variant_id === line.variant_id
  const removed = before.lines.filter((line) => !after.lines.some(isOf(line)))
  return [
    ...removed.map(({ title }) => ({ what: "line_removed" as const, title })),
    ...after.lines.flatMap((line, n) => lineChange(before.lines.find(isOf(line)), line, n)),
  ]
}

function lineChange(known: QuotedLine | undefined, now: QuotedLine, line: number): QuoteChange[] {
  const { title, unit_price, quantity } = now
  return [
    ...ifDifferent({ what: "price", line, title, from: known?.unit_price ?? unit_price, to: unit_price }),
    ...ifDifferent({ what: "quantity", line, title, from: known?.quantity ?? 0, to: quantity }),
  ]
}

function discountChanges(before: Quote, after: Quote): QuoteChange[] {
  const titles = new Set([...before.discounts, ...after.discounts].map(({ title }) => title))
  return [...titles].flatMap((title) =>
    ifDifferent({ what: "discount", title, from: discountOf(before, title), to: discountOf(after, title) })
  )
}

function discountOf({ discounts }: Quote, title: string): number {
  return discounts.filter((one) => one.title === title).reduce((sum, { amount }) => sum + amount, 0)
}

const ifDifferent = <const Change extends { from: number; to: number }>(change: Change): Change[] =>
  change.from === change.to ? [] : [change]
