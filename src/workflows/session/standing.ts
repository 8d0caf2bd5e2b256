import { type CheckoutStatus, statusOf } from "../../domain/checkout"
import type { Destination, Notice, Quote, Wishes } from "../../modules/agent/models/session"
import type { SessionNow } from "../../queries/sessions"
import { chosenDestination } from "./quote"

const NEEDED = ["street_address", "address_locality", "address_country"] as const
type NeededMember = (typeof NEEDED)[number]

/** Something a checkout needs before it can be completed. */
export type Gap =
  | { readonly what: "line" | "email" | "option" }
  /** An address: none was named, or none of several was chosen. */
  | { readonly what: "destination"; readonly is_choice: boolean }
  /** A member of the address that stands at `index` of the destinations. */
  | { readonly what: NeededMember; readonly index: number }
  /** Another address: nothing is delivered to this one. */
  | { readonly what: "way" }

/** What a checkout still needs, in the order in which it is asked for. */
export function gapsIn({ wishes, quote }: Pick<SessionNow, "wishes" | "quote">): Gap[] {
  return [
    ...(quote.lines.length ? [] : [{ what: "line" } as const]),
    ...(wishes.buyer.email ? [] : [{ what: "email" } as const]),
    ...(quote.needs_delivery ? gapsOfDelivery(wishes, quote) : []),
  ]
}

/** What says already why there is no way of delivery. */
const TOLD: readonly string[] = ["address_undeliverable", "not_delivered_together", "option_unavailable"]

function gapsOfDelivery(wishes: Wishes, quote: Quote): Gap[] {
  const { destinations, selected_option_id } = wishes.delivery
  const destination = chosenDestination(wishes)
  if (!destination) return [{ what: "destination", is_choice: destinations.length > 0 }]
  const members = gapsOfAddress(destination, destinations.indexOf(destination))
  if (members.length) return members
  if (quote.notices.some(({ code }) => TOLD.includes(code))) return []
  if (!quote.options.length) return [{ what: "way" }]
  return selected_option_id ? [] : [{ what: "option" }]
}

function gapsOfAddress(destination: Destination, index: number): Gap[] {
  return NEEDED.filter((member) => !destination[member]).map((what) => ({ what, index }))
}

const BLOCKING: readonly Notice["code"][] = [
  ...(["out_of_stock", "item_unavailable", "address_undeliverable"] as const),
  ...(["not_delivered_together", "option_unavailable", "too_little_to_pay"] as const),
]

/** Whether a checkout cannot be completed because of what a notice says. */
const isBlocking = ({ code }: Notice): boolean => BLOCKING.includes(code)

/** Whether a checkout of something costs nothing: then it needs no payment, nor anything that goes with one. */
export const isFree = ({ quote }: Pick<SessionNow, "quote">): boolean =>
  quote.total === 0 && quote.lines.length > 0

/** How a checkout stands at this moment. */
export function checkoutStatus(session: SessionNow): CheckoutStatus {
  return statusOf({
    is_canceled: session.canceled_at !== null,
    is_expired: session.is_expired,
    is_incomplete: session.quote.notices.some(isBlocking) || gapsIn(session).length > 0,
    attempt: session.attempt,
  })
}

/** Whether a payment of the checkout is under way: it can be waited for, or canceled, and nothing else. */
export function isUnderWay(status: CheckoutStatus): boolean {
  return status === "requires_escalation" || status === "complete_in_progress"
}
