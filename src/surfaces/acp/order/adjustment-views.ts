import type { KnownOrder } from "../../../queries/order/known-orders"
import { adjustmentsOf } from "../../../queries/order/order-adjustments"
import type { OrderLine } from "../../../queries/order/agent-order-lines"

/**
 * Refunds, disputes, returns and the cancellation of an order, oldest first (ACP: Adjustment). Amounts in favor of
 * the buyer are positive.
 */
export function adjustmentsView(known: KnownOrder, lines: readonly OrderLine[]): object[] {
  const currency = known.order.quote.currency.toLowerCase()
  return adjustmentsOf(known, lines).map((one) => ({
    ...one,
    ...(one.amount !== undefined && { currency }),
  }))
}
