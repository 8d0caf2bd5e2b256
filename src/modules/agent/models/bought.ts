import { digest } from "../../../domain/secrets"
import type { Destination, Session, Wishes } from "./session"

/** The destination that the platform has selected. */
export function chosenDestination({ delivery }: Wishes): Destination | undefined {
  return delivery.destinations.find(({ id }) => id === delivery.selected_destination_id)
}

/**
 * A hash of what a session buys: the items with quantities and totals, the address, the total and the currency.
 * The order of the lines and the ids of lines and addresses do not change it.
 */
export function boughtIn({ wishes, quote }: Pick<Session, "wishes" | "quote">): string {
  const { lines, total, currency } = quote
  const things = lines.map(({ variant_id, quantity, total: cost }) => [variant_id, quantity, cost].join(" "))
  const { id: _, ...address } = chosenDestination(wishes) ?? { id: "" }
  return digest(JSON.stringify([things.sort(), Object.entries(address).sort(), total, currency]))
}
