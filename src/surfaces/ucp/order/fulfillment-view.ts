import { postalAddress } from "../../../domain/postal-address"
import type { AgentOrder } from "../../../queries/order/agent-orders"
import type { Parcel, PlacedOrder } from "../../../queries/order/placed-orders"
import { type OrderLine, partsIn } from "../../../queries/order/agent-order-lines"
import { parcelEvents, trackingOf } from "../../../queries/order/parcel-events"

/** The deliveries the buyer can expect, and the shipping events so far, oldest first (UCP: Order, fulfillment). */
export function deliveryView(order: AgentOrder, placed: PlacedOrder, lines: readonly OrderLine[]): object {
  const events = placed.parcels.flatMap((parcel) => eventsOf(parcel, lines))
  return {
    expectations: expectationsOf(order, placed, lines),
    events: events.sort((a, b) => a.occurred_at.localeCompare(b.occurred_at)),
  }
}

/**
 * One expectation: all lines with the chosen shipping option to one address. The address is left out once the
 * customer's data was erased.
 */
function expectationsOf(
  { requested, quote, erasure_id }: AgentOrder,
  placed: PlacedOrder,
  lines: readonly OrderLine[]
) {
  const option = quote.options.find(({ id }) => id === requested.delivery.selected_option_id)
  const awaited = deliveredOf(lines, option !== undefined).filter(({ quantity }) => quantity.total > 0)
  if (!awaited.length) return []
  return [
    {
      id: "delivery",
      line_items: awaited.map(({ quoted, quantity }) => ({ id: quoted.id, quantity: quantity.total })),
      method_type: "shipping",
      destination: postalAddress((!erasure_id && placed.shipping_address) || {}),
      ...(option && { description: option.title }),
    },
  ]
}

/** The lines that need shipping; all lines when none needs it but a shipping option was chosen. */
function deliveredOf(lines: readonly OrderLine[], isChosen: boolean): readonly OrderLine[] {
  const needing = lines.filter(({ requires_shipping }) => requires_shipping)
  return needing.length || !isChosen ? needing : lines
}

function eventsOf(parcel: Parcel, lines: readonly OrderLine[]) {
  const line_items = partsIn(lines, parcel.parts)
  if (!line_items.length) return []
  return parcelEvents(parcel).map((one) => ({ ...one, line_items, ...trackingOf(parcel) }))
}
