import type { KnownOrder } from "../../../queries/order/known-orders"
import { type Adjustment, adjustmentsOf } from "../../../queries/order/order-adjustments"
import type { OrderLine } from "../../../queries/order/agent-order-lines"

/**
 * Refunds, disputes, returns and the cancellation of an order, oldest first (UCP: Order, adjustments). Refunded
 * amounts and returned quantities are negative.
 */
export function adjustmentsView(known: KnownOrder, lines: readonly OrderLine[]): object[] {
  return adjustmentsOf(known, lines).map(adjustmentView)
}

function adjustmentView({ amount, line_items, description, ...adjustment }: Adjustment): object {
  const less = line_items?.map(({ id, quantity }) => ({ id, quantity: -quantity }))
  return {
    ...adjustment,
    ...(less && { line_items: less }),
    ...(amount !== undefined && { totals: [{ type: "total", amount: -amount }] }),
    ...(description !== undefined && { description }),
  }
}
