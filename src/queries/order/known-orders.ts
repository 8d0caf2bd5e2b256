import type { MedusaContainer } from "@medusajs/framework/types"
import type { AgentOrder } from "./agent-orders"
import { type OrderRefund, refundsOf } from "./order-refunds"
import { type PlacedOrder, placedOrders } from "./placed-orders"

/** An order with everything that is reported to agents. */
export interface KnownOrder {
  readonly order: AgentOrder
  readonly placed: PlacedOrder
  readonly refunds: readonly OrderRefund[]
}

/**
 * Loads orders with everything that is reported to agents. Orders that Medusa has deleted are left out. The number of
 * statements does not depend on the number of orders.
 */
export async function knownOrders(
  container: MedusaContainer,
  orders: readonly AgentOrder[]
): Promise<KnownOrder[]> {
  const [placed, refunds] = await Promise.all([
    placedOrders(
      container,
      orders.map(({ order_id }) => order_id)
    ),
    refundsOf(
      container,
      orders.map(({ payment_id }) => payment_id)
    ),
  ])
  return orders.flatMap((order) => {
    const one = placed.get(order.order_id)
    const own = refunds.filter(({ payment_id }) => payment_id === order.payment_id)
    return one ? [{ order, placed: one, refunds: own }] : []
  })
}
