import { z } from "@medusajs/framework/zod"
import { problem } from "../domain/errors"
import { type Market, markets } from "../queries/markets"
import type { Call } from "./call"
import { Currency } from "./schemas"

/** The query parameters that say where the buyer is. */
export const MARKET_PARAMETERS = {
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be an uppercase ISO 3166-1 alpha-2 code")
    .optional()
    .describe("The buyer's country: its region decides prices and taxes"),
  currency: Currency.optional().describe("The buyer's currency: of a region that sells in it"),
}

/** The buyer's country and currency, as far as they are known. */
export interface Whereabouts {
  readonly country?: string | undefined
  readonly currency?: string | undefined
}

const KEPT_MS = 5000
let kept: { readonly until: number; readonly markets: Promise<Market[]> } | undefined

/** The store's regions, cached for five seconds: they change rarely and every call reads them. */
export function knownMarkets(call: Call): Promise<Market[]> {
  if (!kept || kept.until < Date.now())
    kept = { until: Date.now() + KEPT_MS, markets: markets(call.container) }
  return kept.markets
}

/**
 * The region that a buyer shops in: the first that matches the given country and currency. Throws `invalid_params` when
 * none matches.
 */
export async function marketOf({ country, currency }: Whereabouts, call: Call): Promise<Market> {
  const found = (await knownMarkets(call)).find(
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
export async function marketByHints(hints: Whereabouts, call: Call): Promise<Market> {
  const { country, currency } = hints
  for (const some of [hints, { country }, { currency }]) {
    const market = await marketOf(some, call).catch(() => undefined)
    if (market) return market
  }
  return marketOf({}, call)
}
