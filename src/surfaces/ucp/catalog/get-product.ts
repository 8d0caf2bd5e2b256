import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { isStorable } from "../../../domain/storable"
import { CATALOG_MODULE } from "../../../modules/catalog"
import { bestMatch, type Named } from "../../../modules/catalog/lookup"
import type CatalogService from "../../../modules/catalog/service"
import type { Market } from "../../../queries/catalog/markets"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { envelopeOf } from "../negotiation/agreement"
import { numbered, oneProduct } from "./catalog-responses"
import { MARKET_PARAMETERS } from "../../../gateway/market-parameters"
import { marketOf } from "../../../queries/catalog/buyer-market"
import { asSeenBy } from "./customer-prices"

/** Anything that can name a product. A text that no database stores becomes empty, and so matches no product. */
const Name = z
  .string()
  .max(300)
  .refine((name) => isStorable(name))
  .catch("")

const ItemParameters = z.strictObject({ id: Name, ...MARKET_PARAMETERS })
type ItemParameters = z.infer<typeof ItemParameters>

/**
 * One product, by its number, Medusa's id, its handle, or the id or SKU of a variant (spec: UCP catalog and
 * products). Throws `not_found` also for a product that is not sold in the region or not visible to agents.
 */
export const getProduct = operation({
  access: "dev.ucp.shopping.catalog.lookup:read",
  allows_anonymous: true,
  input: ItemParameters,
  async run({ id, ...location }: ItemParameters, call) {
    const ucp = envelopeOf(call, "dev.ucp.shopping.catalog.lookup")
    const product = bestMatch(await named(await marketOf(location, call.container), [id], call), id)
    if (!product) throw problem("not_found", { id }, "No product matches the id.")
    return oneProduct(ucp, product, numbered)
  },
})

/** The products with these names in a market, at the caller's prices. */
export async function named(market: Market, names: readonly string[], call: Call): Promise<Named[]> {
  const catalog = call.container.resolve<CatalogService>(CATALOG_MODULE)
  return asSeenBy(await catalog.lookUp(market.region_id, names), market, call)
}
