import { digest } from "../../../domain/secrets"
import type { Destination, Session, Wishes } from "./session"

/** The destination a platform has chosen. */
export function chosenDestination({ delivery }: Wishes): Destination | undefined {
  return delivery.destinations.find(({ id }) => id === delivery.selected_destination_id)
}

/**
 * What a session buys, as a hash: the same for as long as it is the same things at the same prices, to the same address,
 * for the same total. In which order they stand, and how lines and addresses are called, makes no difference.
 */
export function boughtIn({ wishes, quote }: Pick<Session, "wishes" | "quote">): string {
  const { lines, total, currency } = quote
  const things = lines.map(({ variant_id, quantity, total: cost }) => [variant_id, quantity, cost].join(" "))
  const { id: _, ...address } = chosenDestination(wishes) ?? { id: "" }
  return digest(JSON.stringify([things.sort(), Object.entries(address).sort(), total, currency]))
}
