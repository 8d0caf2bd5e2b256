import type { MedusaContainer } from "@medusajs/framework/types"
import type { AgentOrder } from "./agent-orders"
import { type OrderRefund, refundsOf } from "./order-refunds"
import { refundRequestsOf } from "./refund-requests"
import { type PlacedOrder, placedOrders } from "./placed-orders"

/** An order with everything that is reported to agents. */
export interface KnownOrder {
  readonly order: AgentOrder
  readonly placed: PlacedOrder
  readonly refunds: readonly OrderRefund[]
  /** Whether a refund waits for the merchant's approval. */
  readonly refund_needs_approval: boolean
}

/**
 * Loads orders with everything that is reported to agents. Orders that Medusa has deleted are left out. The number of
 * statements does not depend on the number of orders.
 */
export async function knownOrders(
  container: MedusaContainer,
  orders: readonly AgentOrder[]
): Promise<KnownOrder[]> {
  const payments = orders.map(({ payment_id }) => payment_id)
  const [placed, refunds, requests] = await Promise.all([
    placedOrders(
      container,
      orders.map(({ order_id }) => order_id)
    ),
    refundsOf(container, payments),
    refundRequestsOf(container, payments),
  ])
  return orders.flatMap((order) => {
    const one = placed.get(order.order_id)
    const isOwn = ({ payment_id }: OrderRefund) => payment_id === order.payment_id
    const requested = requests.filter(isOwn)
    const refund_needs_approval = requested.some(({ needs_approval }) => needs_approval)
    const all = [...refunds.filter(isOwn), ...requested]
    return one ? [{ order, placed: one, refunds: all, refund_needs_approval }] : []
  })
}
