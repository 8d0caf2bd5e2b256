import type { LineQuantity } from "../../domain/order"
import type { QuotedLine } from "../../modules/agent/models/session"
import type { AgentOrder } from "../../queries/agent-orders"
import { isCanceled, type LinePart, type PlacedLine, type PlacedOrder } from "../../queries/placed-orders"

/** A line of the checkout, and what has become of it. */
export interface OrderLine {
  readonly quoted: QuotedLine
  readonly quantity: LineQuantity
  readonly requires_shipping: boolean
}

/** The lines that were bought, every one that ever was; what the merchant has added since is not the agent's. */
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

/** What came back, and what was taken out of the order, is not wanted any more. */
function quantityOf(original: number, line: PlacedLine | undefined): LineQuantity {
  const total = Math.max(0, (line?.quantity ?? 0) - (line?.returned ?? 0))
  return { original, total, fulfilled: Math.min(line?.shipped ?? 0, total) }
}

/** Parts of the lines that are told, by the ids they are told with. */
export function partsIn(lines: readonly OrderLine[], parts: readonly LinePart[]) {
  return parts
    .filter(({ mark, quantity }) => quantity > 0 && lines.some(({ quoted }) => quoted.id === mark))
    .map(({ mark, quantity }) => ({ id: mark, quantity }))
}
