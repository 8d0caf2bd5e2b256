import type { Listed } from "../../../modules/catalog/models/entry"
import { CATALOG_MODULE } from "../../../modules/catalog"
import type CatalogService from "../../../modules/catalog/service"
import { groupsOf } from "../../../queries/customers"
import type { Market } from "../../../queries/markets"
import { pricesOf } from "../../../queries/prices"
import { type Call, callerOf } from "../../call"
import { productsNow } from "./read-products"
import { offerOf } from "./entry"

/**
 * Products at the caller's prices. The index has the prices for customers without a group; for a customer in groups,
 * the prices of this page are read from Medusa.
 */
export async function asSeenBy<P extends Listed>(
  products: readonly P[],
  market: Market,
  call: Call
): Promise<P[]> {
  const { actor_type, actor_id } = callerOf(call)
  const groups = actor_type === "customer" ? await groupsOf(call.container, actor_id) : []
  if (!groups.length || !products.length) return [...products]
  const { options } = call.container.resolve<CatalogService>(CATALOG_MODULE)
  const ids = products.map(({ product_id }) => product_id)
  const read = await productsNow(call.container, ids)
  const prices = await pricesOf(call.container, read.variants, market, groups)
  const offers = new Map(
    read.products.map((product) => [product.id, offerOf(product, { market, prices }, read.stock, options)])
  )
  return products.flatMap((product) => {
    const offer = offers.get(product.product_id)
    // A product that is no longer sold is left out, even if it is still in the index.
    return offer ? [{ ...product, document: offer.document, tax_included: offer.tax_included }] : []
  })
}
