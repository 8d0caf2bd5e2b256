import { lineStatusOf } from "../../../domain/order"
import type { OrderLine } from "../../../queries/order/agent-order-lines"
import { lineTotalsView } from "../session/session-views"

/** The order's lines, with the ordered, current and fulfilled quantity of each (ACP: OrderLineItem). */
export function orderLinesView(lines: readonly OrderLine[]): object[] {
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
