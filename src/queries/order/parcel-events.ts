import type { Parcel } from "./placed-orders"

/** An event of a parcel. */
export interface ParcelEvent {
  /** Stable across requests. */
  readonly id: string
  readonly type: "shipped" | "delivered" | "canceled"
  /** RFC 3339. */
  readonly occurred_at: string
}

const PARCEL_EVENTS = [
  ["shipped", "shipped_at"],
  ["delivered", "delivered_at"],
  ["canceled", "canceled_at"],
] as const

/** The events of a parcel, in this order. */
export function parcelEvents(parcel: Parcel): ParcelEvent[] {
  return PARCEL_EVENTS.flatMap(([type, at]) => {
    const time = parcel[at]
    return time ? [{ id: `${parcel.id}_${type}`, type, occurred_at: new Date(time).toISOString() }] : []
  })
}

/** The tracking data of a parcel. Medusa's admin writes `#` when there is no tracking URL. */
export function trackingOf({ tracking }: Parcel): { tracking_number?: string; tracking_url?: string } {
  if (!tracking) return {}
  const { tracking_number, tracking_url } = tracking
  const address = /^https?:/.test(tracking_url) && URL.canParse(tracking_url) && new URL(tracking_url).href
  return { ...(tracking_number && { tracking_number }), ...(address && { tracking_url: address }) }
}
