import { type LineQuantity, lineStatusOf } from "../../../domain/order"
import type { QuotedLine } from "../../../modules/agent/models/session"
import type { AgentOrder } from "../../../queries/agent-orders"
import type { PlacedLine, PlacedOrder } from "../../../queries/placed-orders"
import { linesView } from "../session/views"

/** A line of the checkout, and what has become of it. */
export interface OrderLine {
  readonly quoted: QuotedLine
  readonly quantity: LineQuantity
  readonly requires_shipping: boolean
}

/** The lines that were bought, every one that ever was; what the merchant has added since is not the agent's. */
export function orderLines({ quote }: AgentOrder, { status, lines }: PlacedOrder): OrderLine[] {
  const placed = new Map(lines.map((line) => [line.mark, line]))
  return quote.lines.map((quoted) => {
    const line = placed.get(quoted.id)
    return {
      quoted,
      quantity: quantityOf(quoted.quantity, status === "canceled" ? undefined : line),
      requires_shipping: line?.requires_shipping ?? false,
    }
  })
}

/** What came back, and what was taken out of the order, is not wanted any more. */
function quantityOf(original: number, line: PlacedLine | undefined): LineQuantity {
  const total = Math.max(0, (line?.quantity ?? 0) - (line?.returned ?? 0))
  return { original, total, fulfilled: Math.min(line?.shipped ?? 0, total) }
}

/** The lines in UCP's words. */
export function orderLinesView(lines: readonly OrderLine[]): object[] {
  const views = linesView(lines.map(({ quoted }) => quoted))
  return lines.map(({ quantity }, n) => ({ ...views[n], quantity, status: lineStatusOf(quantity) }))
}
