import { digest } from "../../../domain/secrets"
import type { Destination, Session, RequestedCheckout } from "./session"

/** The destination that the platform has selected. */
export function chosenDestination({ delivery }: RequestedCheckout): Destination | undefined {
  return delivery.destinations.find(({ id }) => id === delivery.selected_destination_id)
}

/**
 * A hash of what a session buys: the items with quantities and totals, the address, the total and the currency.
 * The order of the lines and the ids of lines and addresses do not change it.
 */
export function boughtIn({ requested, quote }: Pick<Session, "requested" | "quote">): string {
  const { lines, total, currency } = quote
  const items = lines.map(({ variant_id, quantity, total: cost }) => [variant_id, quantity, cost].join(" "))
  const { id: _, ...address } = chosenDestination(requested) ?? { id: "" }
  return digest(JSON.stringify([items.sort(), Object.entries(address).sort(), total, currency]))
}
