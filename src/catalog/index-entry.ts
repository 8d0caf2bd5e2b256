import { wordsOf } from "../domain/search-words"
import type { Entry, Offer, SearchText } from "../modules/catalog/models/entry"
import type { Market } from "../queries/catalog/markets"
import type { VariantPrice } from "../queries/catalog/prices"
import type { CategoryPath, Product } from "../queries/catalog/products"
import { type Sold, type ViewOptions, isAvailable, pathName, productView } from "./product-view"

/** Search text is cut after this many characters. */
const MAX_TEXT_LENGTH = 20_000

/** A market and its prices by variant id. */
export interface Prices {
  readonly market: Market
  readonly prices: ReadonlyMap<string, VariantPrice>
}

/** A product as the index stores it: its search text, and one offer for each market that has a price for it. */
export function entryOf(
  product: Product,
  markets: readonly Prices[],
  stock: ReadonlyMap<string, number>,
  options: ViewOptions
): Entry {
  return {
    product_id: product.id,
    handle: product.handle,
    text: textOf(product),
    categories: [...new Set(product.categories.flatMap(namesOf))],
    category_ids: product.category_ids,
    variants: product.variants.map(({ id, sku }) => ({ variant_id: id, sku, units: stock.get(id) ?? null })),
    offers: markets.flatMap((market) => offerOf(product, market, stock, options) ?? []),
  }
}

/** The product's offer in a market, with amounts in minor units; undefined when no variant has a price there. */
export function offerOf(
  product: Product,
  { market: { region_id, currency }, prices }: Prices,
  stock: ReadonlyMap<string, number>,
  options: ViewOptions
): Offer | undefined {
  const sold = soldIn(product, prices, stock)
  if (!sold.length) return undefined
  const amounts = sold.map(({ price }) => price.amount)
  return {
    region_id,
    currency,
    min_price: Math.min(...amounts),
    max_price: Math.max(...amounts),
    available: sold.some(isAvailable),
    tax_included: sold.every(({ price }) => price.tax_included),
    document: JSON.stringify(productView(product, sold, currency, options)),
  }
}

function soldIn(
  { variants }: Product,
  prices: ReadonlyMap<string, VariantPrice>,
  stock: ReadonlyMap<string, number>
): Sold[] {
  // A stable order: an unchanged product must always produce the same document.
  const byId = [...variants].sort((a, b) => (a.id < b.id ? -1 : 1))
  const ranked = byId.sort((a, b) => (a.variant_rank ?? 0) - (b.variant_rank ?? 0))
  return ranked.flatMap((variant) => {
    const price = prices.get(variant.id)
    const units = variant.manage_inventory ? (stock.get(variant.id) ?? 0) : null
    return price ? { variant, price, units } : []
  })
}

function textOf(product: Product): SearchText {
  const { title, subtitle, description, collection, type, tags, variants, options } = product
  const labels = [
    ...product.categories.flatMap((path) => path.map(({ name }) => name)),
    ...tags.map(({ value }) => value),
    ...variants.flatMap((variant) => [variant.sku, variant.ean, variant.upc, variant.barcode]),
    ...options.flatMap((option) => option.values.map(({ value }) => value)),
    collection?.title,
    type?.value,
    product.handle,
  ]
  return {
    a: searched([title]),
    b: searched(labels),
    c: searched([subtitle, description]),
  }
}

/** Words joined by single spaces, so that every database splits the text the same way. */
function searched(texts: readonly (string | null | undefined)[]): string {
  return wordsOf(texts.filter(Boolean).join(" ").slice(0, MAX_TEXT_LENGTH)).join(" ")
}

/** Every id, handle, name and path by which a category or one of its ancestors can be named, in lower case. */
function namesOf(path: CategoryPath): string[] {
  const paths = path.map((_, depth) => pathName(path.slice(0, depth + 1)))
  return [...path.flatMap(({ id, handle, name }) => [id, handle, name]), ...paths].map((name) =>
    name.toLowerCase()
  )
}
