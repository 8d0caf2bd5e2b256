import type { LineQuantity } from "../../domain/order"
import type { QuotedLine } from "../../modules/agent/models/session"
import type { AgentOrder } from "./agent-orders"
import { isCanceled, type LinePart, type PlacedLine, type PlacedOrder } from "./placed-orders"

/** A line of the checkout and its current state. */
export interface OrderLine {
  readonly quoted: QuotedLine
  readonly quantity: LineQuantity
  readonly requires_shipping: boolean
}

/** All lines that were bought, also removed ones. Lines that the merchant added later are left out. */
export function orderLines({ quote }: AgentOrder, placed: PlacedOrder): OrderLine[] {
  const known = new Map(placed.lines.map((line) => [line.mark, line]))
  return quote.lines.map((quoted) => {
    const line = known.get(quoted.id)
    return {
      quoted,
      quantity: quantityOf(quoted.quantity, isCanceled(placed) ? undefined : line),
      requires_shipping: line?.requires_shipping ?? false,
    }
  })
}

/** Returned and removed items do not count toward the total. */
function quantityOf(original: number, line: PlacedLine | undefined): LineQuantity {
  const total = Math.max(0, (line?.quantity ?? 0) - (line?.returned ?? 0))
  return { original, total, fulfilled: Math.min(line?.shipped ?? 0, total) }
}

/** The parts of these lines, by the line ids that agents know. */
export function partsIn(lines: readonly OrderLine[], parts: readonly LinePart[]) {
  return parts
    .filter(({ mark, quantity }) => quantity > 0 && lines.some(({ quoted }) => quoted.id === mark))
    .map(({ mark, quantity }) => ({ id: mark, quantity }))
}
