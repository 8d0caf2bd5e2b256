import type { KnownOrder } from "../../session/known-orders"
import { adjustmentsOf } from "../../session/order-adjustments"
import type { OrderLine } from "../../session/order-lines"

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
