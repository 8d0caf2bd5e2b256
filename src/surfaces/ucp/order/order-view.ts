import { lineStatusOf } from "../../../domain/order"
import type { AgentOrder } from "../../../queries/order/agent-orders"
import { isCanceled } from "../../../queries/order/placed-orders"
import type { KnownOrder } from "../../../queries/order/known-orders"
import { type OrderLine, orderLines } from "../../../queries/order/agent-order-lines"
import { type Adjustment, adjustmentsOf } from "../../../queries/order/order-adjustments"
import { orderPage, type StoreAccess } from "../order-page"
import { linesView, totalsView } from "../session/session-views"
import { deliveryView } from "./fulfillment-view"

/** An order in UCP's format. Only its id is typed, because no caller reads another member. */
export type OrderView = Readonly<Record<string, unknown>> & { readonly id: string }

/** An order in UCP's format, without the envelope (UCP: Order). The totals are those of the time it was placed. */
export function orderView(known: KnownOrder, store: StoreAccess): OrderView {
  const { order, placed } = known
  const { requested, quote } = order
  const id = String(order.number)
  const lines = orderLines(order, placed)
  const adjustments = adjustmentsView(known, lines)
  const messages = messagesOf(known)
  const hasAttribution = Object.keys(requested.attribution).length > 0
  return {
    id,
    label: `#${id}`,
    checkout_id: order.id,
    permalink_url: orderPage(id, store),
    currency: quote.currency,
    line_items: orderLinesView(lines),
    fulfillment: deliveryView(order, placed, lines),
    ...(adjustments.length && { adjustments }),
    totals: totalsView(quote, requested.delivery.selected_option_id),
    ...(hasAttribution && { attribution: requested.attribution }),
    ...(messages.length && { messages }),
  }
}

/** The order's lines in UCP's format. */
export function orderLinesView(lines: readonly OrderLine[]): object[] {
  const views = linesView(lines.map(({ quoted }) => quoted))
  return lines.map(({ quantity }, n) => ({ ...views[n], quantity, status: lineStatusOf(quantity) }))
}

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

function messagesOf({ order, placed, refund_needs_approval }: KnownOrder): object[] {
  return [
    ...(isCanceled(placed) && isRefundPending(order) ? [REFUND_PENDING] : []),
    ...(refund_needs_approval ? [REFUND_PENDING_APPROVAL] : []),
  ]
}

const isRefundPending = ({ captured_amount, refunded_amount }: AgentOrder) =>
  captured_amount > refunded_amount

const REFUND_PENDING = {
  type: "info",
  code: "refund_pending",
  content: "The order is canceled. The refund is pending until the bank has executed it.",
}

/** The message while a refund waits for the merchant's approval. */
export const REFUND_PENDING_APPROVAL = {
  type: "info",
  code: "refund_pending_approval",
  content: "The refund waits for the merchant's approval. Read the order for the decision.",
}
