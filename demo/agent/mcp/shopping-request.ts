import { DemoFailure } from "../../failure"

/** What the person wants, as far as the sample agent understands it. */
export interface ShoppingRequest {
  /** The words to search for. */
  readonly query: string
  /** The highest price of one unit, in minor units of the euro; undefined for any price. */
  readonly most?: number
  readonly city: keyof typeof CITIES
}

/** The addresses to which the demo's customer has things shipped. */
export const CITIES = {
  Berlin: { street_address: "Lindenstr. 1", postal_code: "10969", address_country: "DE" },
  Munich: { street_address: "Sendlinger Str. 8", postal_code: "80331", address_country: "DE" },
} as const

const USAGE = `Say what to buy and where to ship it, as in: "a mug under 20 euro, ship to Berlin".`

/**
 * Reads a request by fixed rules: the sample agent has no model. Throws a DemoFailure that says how to write one.
 */
export function readShoppingRequest(text: string): ShoppingRequest {
  const [, city = ""] = /\b(?:ship|deliver|send)\s+(?:it\s+)?to\s+([a-z]+)/i.exec(text) ?? []
  const [, price] = /\b(?:under|below|for at most|up to)\s+(?:€\s*)?(\d+(?:[.,]\d{1,2})?)/i.exec(text) ?? []
  const [what = ""] = text.split(/,|\b(?:under|below|for at most|up to|ship|deliver|send)\b/i)
  const query = what
    .replace(/^\s*(?:please\s+)?(?:buy|get|find)?\s*(?:me\s+)?(?:an?|the|one)?\s+/i, "")
    .trim()
  const known = (Object.keys(CITIES) as (keyof typeof CITIES)[]).find(
    (name) => name.toLowerCase() === city.toLowerCase()
  )
  if (!query) throw new DemoFailure(USAGE)
  if (!known) throw new DemoFailure(`The agent ships to ${Object.keys(CITIES).join(" or ")}. ${USAGE}`)
  return { query, city: known, ...(price && { most: Math.round(Number(price.replace(",", ".")) * 100) }) }
}
