import { postalAddress } from "../../../domain/postal-address"
import type { AgentOrder } from "../../../queries/agent-orders"
import type { Parcel, PlacedOrder } from "../../../queries/placed-orders"
import { type OrderLine, partsIn } from "../../session/order-lines"
import { happeningsOf, trackingOf } from "../../session/order-parcels"

/** What the buyer may expect, and what has happened, the oldest first (UCP: Order, fulfillment). */
export function deliveryView(order: AgentOrder, placed: PlacedOrder, lines: readonly OrderLine[]): object {
  const events = placed.parcels.flatMap((parcel) => eventsOf(parcel, lines))
  return {
    expectations: expectationsOf(order, placed, lines),
    events: events.sort((a, b) => a.occurred_at.localeCompare(b.occurred_at)),
  }
}

/** Everything comes in one way to one address, as it was chosen; of whoever was erased, it is not told which. */
function expectationsOf(
  { wishes, quote, erasure_id }: AgentOrder,
  placed: PlacedOrder,
  lines: readonly OrderLine[]
) {
  const option = quote.options.find(({ id }) => id === wishes.delivery.selected_option_id)
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

/** What needs delivery; where nothing does and a way was chosen all the same, everything. */
function deliveredOf(lines: readonly OrderLine[], isChosen: boolean): readonly OrderLine[] {
  const needing = lines.filter(({ requires_shipping }) => requires_shipping)
  return needing.length || !isChosen ? needing : lines
}

function eventsOf(parcel: Parcel, lines: readonly OrderLine[]) {
  const line_items = partsIn(lines, parcel.parts)
  if (!line_items.length) return []
  return happeningsOf(parcel).map((one) => ({ ...one, line_items, ...trackingOf(parcel) }))
}
