import { postalAddress } from "../../../domain/postal-address"
import type { Parcel } from "../../../queries/order/placed-orders"
import type { KnownOrder } from "../../../queries/order/known-orders"
import { type OrderLine, partsIn } from "../../../queries/order/agent-order-lines"
import { parcelEvents, trackingOf } from "../../../queries/order/parcel-events"
import { addressView } from "../session/session-views"

/**
 * The parcels of an order, each with its events (ACP: Fulfillment). Lines that are in no parcel yet have no
 * fulfillment.
 */
export function fulfillmentsView(known: KnownOrder, lines: readonly OrderLine[]): object[] {
  return known.placed.parcels.flatMap((parcel) => {
    const line_items = partsIn(lines, parcel.parts)
    if (!line_items.length) return []
    const type = isSent(known, line_items, lines) ? "shipping" : "digital"
    return [
      {
        id: parcel.id,
        type,
        status: statusOf(parcel, type),
        line_items,
        ...(type === "shipping" && { ...trackingOf(parcel), ...destinationOf(known) }),
        events: parcelEvents(parcel),
      },
    ]
  })
}

/**
 * Whether the parcel has lines that need shipping. When no line of the order needs it, the parcel is shipped if a
 * shipping option was chosen.
 */
function isSent({ order }: KnownOrder, parts: readonly { id: string }[], lines: readonly OrderLine[]) {
  const { requested, quote } = order
  const needing = lines.filter(({ requires_shipping }) => requires_shipping)
  if (!needing.length) return quote.options.some(({ id }) => id === requested.delivery.selected_option_id)
  return needing.some(({ quoted }) => parts.some(({ id }) => id === quoted.id))
}

function statusOf({ canceled_at, delivered_at, shipped_at }: Parcel, type: "shipping" | "digital"): string {
  if (canceled_at) return "canceled"
  if (delivered_at) return "delivered"
  // A digital fulfillment is never "shipped".
  return shipped_at && type === "shipping" ? "shipped" : "processing"
}

/** The parcel's destination, which is left out once the customer's data was erased. */
function destinationOf({ order, placed }: KnownOrder): object {
  const { shipping_address: stored } = placed
  if (order.erasure_id || !stored) return {}
  return { destination: addressView({ ...postalAddress(stored), company: stored.company ?? undefined }) }
}
