import type { IndexedOffer } from "../../../modules/catalog/models/entry"
import { CATALOG_MODULE } from "../../../modules/catalog"
import type CatalogService from "../../../modules/catalog/service"
import { groupsOf } from "../../../queries/customer/customers"
import type { Market } from "../../../queries/catalog/markets"
import { pricesOf } from "../../../queries/catalog/prices"
import type { Call } from "../../../gateway/call"
import { productsNow } from "../../../catalog/read-products"
import { offerOf } from "../../../catalog/index-entry"

/**
 * Products at the caller's prices. The index has the prices for customers without a group, which a call without a token
 * gets; for a customer in groups, the prices of this page are read from Medusa.
 */
export async function asSeenBy<P extends IndexedOffer>(
  products: readonly P[],
  market: Market,
  call: Call
): Promise<P[]> {
  const { caller } = call
  const groups = caller?.actor_type === "customer" ? await groupsOf(call.container, caller.actor_id) : []
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
