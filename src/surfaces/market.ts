import { z } from "@medusajs/framework/zod"
import { problem } from "../domain/errors"
import { type Market, markets } from "../queries/markets"
import type { Call } from "./call"
import { Currency } from "./schemas"

/** Where the buyer is, in a query. */
export const MARKET_PARAMETERS = {
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be an uppercase ISO 3166-1 alpha-2 code")
    .optional()
    .describe("The buyer's country: its region decides prices and taxes"),
  currency: Currency.optional().describe("The buyer's currency: of a region that sells in it"),
}

/** What a buyer says of where he is. */
export interface Whereabouts {
  readonly country?: string | undefined
  readonly currency?: string | undefined
}

const KEPT_MS = 5000
let kept: { readonly until: number; readonly markets: Promise<Market[]> } | undefined

/** Regions change seldom and are asked for by every call: what was read is good for five seconds. */
export function knownMarkets(call: Call): Promise<Market[]> {
  if (!kept || kept.until < Date.now())
    kept = { until: Date.now() + KEPT_MS, markets: markets(call.container) }
  return kept.markets
}

/**
 * The region a buyer shops in: that of the country and the currency, where they are given, otherwise the store's first.
 * Throws `invalid_params` when there is none.
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

/** The region by hints, which need not fit (UCP: context): what the store does not have is not heard. */
export async function marketByHints(hints: Whereabouts, call: Call): Promise<Market> {
  const { country, currency } = hints
  for (const some of [hints, { country }, { currency }]) {
    const market = await marketOf(some, call).catch(() => undefined)
    if (market) return market
  }
  return marketOf({}, call)
}
