import { lineStatusOf } from "../../../domain/order"
import type { OrderLine } from "../../../queries/order/agent-order-lines"
import { linesView } from "../session/session-views"

/** The order's lines in UCP's format. */
export function orderLinesView(lines: readonly OrderLine[]): object[] {
  const views = linesView(lines.map(({ quoted }) => quoted))
  return lines.map(({ quantity }, n) => ({ ...views[n], quantity, status: lineStatusOf(quantity) }))
}
