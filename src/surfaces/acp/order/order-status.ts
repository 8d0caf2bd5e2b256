import { isCanceled, type PlacedOrder } from "../../../queries/order/placed-orders"
import { type OrderLine, partsIn } from "../../../queries/order/agent-order-lines"

/** The order statuses that this store uses (ACP: Order, status). */
export type OrderStatus = "confirmed" | "processing" | "shipped" | "completed" | "canceled"

/** The status of an order: canceled or closed by the merchant, otherwise derived from its parcels. */
export function orderStatusOf(placed: PlacedOrder, lines: readonly OrderLine[]): OrderStatus {
  if (isCanceled(placed)) return "canceled"
  if (placed.status === "completed" || placed.status === "archived") return "completed"
  const parcels = placed.parcels.filter((one) => !one.canceled_at && partsIn(lines, one.parts).length > 0)
  if (!parcels.length) return "confirmed"
  const isAllSent = lines.every(({ quantity: { total, fulfilled } }) => fulfilled === total)
  if (!isAllSent || !parcels.every((one) => one.shipped_at ?? one.delivered_at)) return "processing"
  return parcels.every((one) => one.delivered_at) ? "completed" : "shipped"
}
