import { type CheckoutStatus, statusOf } from "../../domain/checkout"
import { problem } from "../../domain/errors"
import type { Destination, Notice, Quote, RequestedCheckout } from "../../modules/agent/models/session"
import type { SessionNow } from "../../queries/checkout/sessions"
import { chosenDestination } from "./quote-checkout"

const REQUIRED_FIELDS = ["street_address", "address_locality", "address_country"] as const
type AddressField = (typeof REQUIRED_FIELDS)[number]

/** A missing requirement of a checkout. */
export type MissingRequirement =
  | { readonly what: "line" | "email" | "option" }
  /** An address. `is_choice`: the buyer must select one of several; otherwise none was given. */
  | { readonly what: "destination"; readonly is_choice: boolean }
  /** A missing field of the destination at `index`. */
  | { readonly what: AddressField; readonly index: number }
  /** Another address: no shipping option delivers to this one. */
  | { readonly what: "way" }

/** The missing requirements of a checkout, in the order in which the client is to supply them. */
export function missingRequirements({
  requested,
  quote,
}: Pick<SessionNow, "requested" | "quote">): MissingRequirement[] {
  return [
    ...(quote.lines.length ? [] : [{ what: "line" } as const]),
    ...(requested.buyer.email ? [] : [{ what: "email" } as const]),
    ...(quote.needs_delivery ? missingForDelivery(requested, quote) : []),
  ]
}

/** Notices that already explain why there is no shipping option. */
const REPORTED_BY_NOTICE: readonly string[] = [
  "address_undeliverable",
  "not_delivered_together",
  "option_unavailable",
]

function missingForDelivery(requested: RequestedCheckout, quote: Quote): MissingRequirement[] {
  const { destinations, selected_option_id } = requested.delivery
  const destination = chosenDestination(requested)
  if (!destination) return [{ what: "destination", is_choice: destinations.length > 0 }]
  const fields = missingInAddress(destination, destinations.indexOf(destination))
  if (fields.length) return fields
  if (quote.notices.some(({ code }) => REPORTED_BY_NOTICE.includes(code))) return []
  if (!quote.options.length) return [{ what: "way" }]
  return selected_option_id ? [] : [{ what: "option" }]
}

function missingInAddress(destination: Destination, index: number): MissingRequirement[] {
  return REQUIRED_FIELDS.filter((field) => !destination[field]).map((what) => ({ what, index }))
}

const BLOCKING: readonly Notice["code"][] = [
  ...(["out_of_stock", "item_unavailable", "address_undeliverable"] as const),
  ...(["not_delivered_together", "option_unavailable", "too_little_to_pay"] as const),
  ...(["too_much_to_pay", "spending_limit"] as const),
]

/** Whether a notice prevents the checkout from being completed. */
const isBlocking = ({ code }: Notice): boolean => BLOCKING.includes(code)

/** Whether something that the store could not provide prevents the checkout from being completed. */
export const isBlocked = ({ quote }: Pick<SessionNow, "quote">): boolean => quote.notices.some(isBlocking)

/** Whether a checkout with lines costs nothing. Then it needs no payment. */
export const isFree = ({ quote }: Pick<SessionNow, "quote">): boolean =>
  quote.total === 0 && quote.lines.length > 0

/** The current status of a checkout. */
export function checkoutStatus(session: SessionNow): CheckoutStatus {
  return statusOf({
    is_canceled: session.canceled_at !== null,
    is_expired: session.is_expired,
    is_incomplete: isBlocked(session) || missingRequirements(session).length > 0,
    attempt: session.attempt,
    hand_off: session.hand_off,
  })
}

/** Whether a payment of the checkout is in progress: the client can only wait for it or cancel it. */
export function isPaymentInProgress(status: CheckoutStatus): boolean {
  return status === "requires_escalation" || status === "complete_in_progress"
}

/** Throws `invalid_state` for a checkout that has ended. */
export function refuseEnded(id: string, status: CheckoutStatus): void {
  if (status === "completed" || status === "canceled")
    throw problem("invalid_state", { id, checkout_status: status }, `The checkout is already ${status}.`)
}
