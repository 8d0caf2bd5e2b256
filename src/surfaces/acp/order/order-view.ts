import { lineStatusOf } from "../../../domain/order"
import { allows } from "../../../domain/scopes"
import { findOrder } from "../../../queries/order/agent-orders"
import type { SessionNow, SessionPayment } from "../../../queries/checkout/sessions"
import { policyOf } from "../../../gateway/admission"
import { type Call, callerOf, ownerOf } from "../../../gateway/call"
import { type KnownOrder, knownOrders } from "../../../queries/order/known-orders"
import { type OrderLine, orderLines } from "../../../queries/order/agent-order-lines"
import { adjustmentsOf } from "../../../queries/order/order-adjustments"
import { lineTotalsView, total, totalsView } from "../session/session-views"
import { fulfillmentsView } from "./fulfillment-views"
import { orderStatusOf } from "./order-status"

/** The order of a completed session (ACP: Order). Its progress is included only with the scope `acp:orders:read`. */
export async function orderView(session: SessionNow, attempt: SessionPayment, call: Call): Promise<object> {
  const id = String(attempt.shop_order_id)
  const isSeen = allows(callerOf(call).scopes, "acp:orders:read")
  return { ...identityView(id, session.id, call), ...(isSeen && (await progressOf(id, call))) }
}

/** An order with its progress (ACP: Order). */
export const placedOrderView = (known: KnownOrder, store: StoreAccess): object => ({
  ...identityView(String(known.order.number), known.order.id, store),
  ...progressView(known),
})

/** The part of a call that jobs have, too. */
type StoreAccess = Pick<Call, "container" | "base_url">

function identityView(id: string, checkout_session_id: string, store: StoreAccess): object {
  const { order_url } = policyOf(store).options
  const page = order_url?.replace("{id}", encodeURIComponent(id))
  const permalink_url = page ?? `${store.base_url}/gw-acp/v1/continue/${checkout_session_id}`
  return { type: "order", id, checkout_session_id, order_number: id, permalink_url }
}

/** The progress of the caller's order; empty when Medusa no longer has the order. */
async function progressOf(id: string, call: Call): Promise<object> {
  const order = await findOrder(call.container, ownerOf(call), id)
  const [known] = order ? await knownOrders(call.container, [order]) : []
  return known ? progressView(known) : {}
}

/** The progress of an order. Its totals are those of the time it was placed, and the amount refunded since. */
export function progressView(known: KnownOrder): object {
  const { order, placed, refunds } = known
  const { requested, quote } = order
  const lines = orderLines(order, placed)
  const refunded = refunds.reduce((sum, { status, amount }) => sum + (status === "completed" ? amount : 0), 0)
  return {
    status: orderStatusOf(placed, lines),
    ...(requested.note && { confirmation: { order_notes: requested.note } }),
    line_items: orderLinesView(lines),
    fulfillments: fulfillmentsView(known, lines),
    adjustments: adjustmentsView(known, lines),
    totals: [
      ...totalsView(quote, requested.delivery.selected_option_id),
      ...(refunded > 0 ? [total("amount_refunded", "Refunded", refunded)] : []),
    ],
  }
}

/** The order's lines, with the ordered, current and fulfilled quantity of each (ACP: OrderLineItem). */
function orderLinesView(lines: readonly OrderLine[]): object[] {
  return lines.map(({ quoted, quantity }) => ({
    id: quoted.id,
    title: quoted.title,
    ...(quoted.image_url && { image_url: quoted.image_url }),
    quantity: { ordered: quantity.original, current: quantity.total, fulfilled: quantity.fulfilled },
    unit_price: quoted.unit_price,
    subtotal: quoted.subtotal,
    totals: lineTotalsView(quoted),
    status: lineStatusOf(quantity),
  }))
}

/**
 * Refunds, disputes, returns and the cancellation of an order, oldest first (ACP: Adjustment). Amounts in favor of
 * the buyer are positive.
 */
function adjustmentsView(known: KnownOrder, lines: readonly OrderLine[]): object[] {
  const currency = known.order.quote.currency.toLowerCase()
  return adjustmentsOf(known, lines).map((one) => ({
    ...one,
    ...(one.amount !== undefined && { currency }),
  }))
}
