import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { AGENT_MODULE } from "../../../modules/agent"
import type AgentService from "../../../modules/agent/service"
import { CATALOG_MODULE } from "../../../modules/catalog"
import type { Found, Search } from "../../../modules/catalog/find"
import type CatalogService from "../../../modules/catalog/service"
import type { Market } from "../../../queries/catalog/markets"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import type { RawReply } from "../../../gateway/reply"
import type { CapabilityName } from "../capabilities/capability"
import { envelopeOf } from "../negotiation/agreement"
import { numbered, productsPage } from "./catalog-responses"
import { MARKET_PARAMETERS } from "../../../gateway/market-parameters"
import { marketOf } from "../../../queries/catalog/buyer-market"
import { asSeenBy } from "./customer-prices"

const Minor = z
  .string()
  .regex(/^\d{1,12}$/, "must be an integer amount in minor units")
  .transform(Number)

/** Query parameters that filter and page product lists. All of them are optional. */
export const LIST_PARAMETERS = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, "must be an integer from 1 to 100")
    .default("20")
    .transform(Number)
    .describe("How many products a page has"),
  cursor: z.string().min(1).max(4000).optional().describe("pagination.cursor of the previous page"),
  category: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe("A category's id, handle, name or path (Apparel > Shirts); its subcategories are included"),
  min_price: Minor.optional().describe("Minor units of the region's currency"),
  max_price: Minor.optional().describe("Minor units of the region's currency"),
  available: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .describe("Whether at least one variant can be bought now"),
  ...MARKET_PARAMETERS,
}

/** The parameters of `GET /catalog/search`. Their schema is in the discovery document. */
export const SearchParameters = z.strictObject({
  q: z
    .string()
    .max(500)
    .optional()
    .describe("Search words, of which the last may be incomplete; the newest products when omitted"),
  ...LIST_PARAMETERS,
})
type SearchParameters = z.infer<typeof SearchParameters>

/** Searches the catalog (spec: UCP catalog). All filters must match; prices are those the buyer pays in the region. */
export const searchCatalog = operation({
  access: "dev.ucp.shopping.catalog.search:read",
  allows_anonymous: true,
  input: SearchParameters,
  async run(parameters: SearchParameters, call) {
    const page = await pageFor("dev.ucp.shopping.catalog.search", parameters, call)
    countSearch(call)
    return page
  },
})

/**
 * Counts a successful search for the merchant's funnel, without waiting for the write. The funnel is about agents, so a
 * search without a token is not part of it.
 */
export function countSearch({ caller, container }: Call): void {
  if (caller) container.resolve<AgentService>(AGENT_MODULE).funnel.searched(caller.client_id)
}

/** The page for these query parameters, with the envelope of the given capability. */
export async function pageFor(
  capability: CapabilityName,
  { country, currency, category, ...narrowing }: SearchParameters,
  call: Call
): Promise<RawReply> {
  const ucp = envelopeOf(call, capability)
  const market = await marketOf({ country, currency }, call.container)
  const found = await findIn(market, { ...narrowing, categories: category ? [category] : undefined }, call)
  return productsPage({ ucp, ...found }, numbered)
}

/** Products of a market at the caller's prices. Throws `invalid_params` for a cursor that this store did not issue. */
export async function findIn(market: Market, search: Omit<Search, "region_id">, call: Call): Promise<Found> {
  const { finder } = call.container.resolve<CatalogService>(CATALOG_MODULE)
  const found = await finder.find({ ...search, region_id: market.region_id })
  if (found) return { ...found, products: await asSeenBy(found.products, market, call) }
  throw problem("invalid_params", {
    issues: [{ path: "cursor", message: "must be the cursor that a previous page of this list returned" }],
  })
}
