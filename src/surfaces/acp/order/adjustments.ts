import type { KnownOrder } from "../../session/known-orders"
import { adjustmentsOf } from "../../session/order-adjustments"
import type { OrderLine } from "../../session/order-lines"

/** What has become of an order beside its delivery, the oldest first (ACP: Adjustment). What the buyer gets is positive. */
export function adjustmentsView(known: KnownOrder, lines: readonly OrderLine[]): object[] {
  const currency = known.order.quote.currency.toLowerCase()
  return adjustmentsOf(known, lines).map((one) => ({
    ...one,
    ...(one.amount !== undefined && { currency }),
  }))
}
