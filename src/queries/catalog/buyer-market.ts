import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import { type Market, markets } from "./markets"

/** The buyer's country and currency, as far as they are known. */
export interface BuyerLocation {
  readonly country?: string | undefined
  readonly currency?: string | undefined
}

const CACHED_MS = 5000
let cached: { readonly until: number; readonly markets: Promise<Market[]> } | undefined

/** The store's regions, cached for five seconds: they change rarely and every call reads them. */
export function knownMarkets(container: MedusaContainer): Promise<Market[]> {
  if (!cached || cached.until < Date.now())
    cached = { until: Date.now() + CACHED_MS, markets: markets(container) }
  return cached.markets
}

/**
 * The region that a buyer shops in: the first that matches the given country and currency. Throws `invalid_params` when
 * none matches.
 */
export async function marketOf(
  { country, currency }: BuyerLocation,
  container: MedusaContainer
): Promise<Market> {
  const found = (await knownMarkets(container)).find(
    (market) =>
      (!country || market.countries.includes(country)) && (!currency || market.currency === currency)
  )
  if (found) return found
  const [path, message] = currency
    ? ["currency", `The store does not sell in ${[currency, country].filter(Boolean).join(" to ")}`]
    : ["country", country ? `The store does not sell to ${country}` : "The store has no region"]
  throw problem("invalid_params", { issues: [{ path, message }] })
}

/** The region by hints that need not match (UCP: context). A hint that matches no region of the store is ignored. */
export async function marketByHints(hints: BuyerLocation, container: MedusaContainer): Promise<Market> {
  const { country, currency } = hints
  for (const some of [hints, { country }, { currency }]) {
    const market = await marketOf(some, container).catch(() => undefined)
    if (market) return market
  }
  return marketOf({}, container)
}
