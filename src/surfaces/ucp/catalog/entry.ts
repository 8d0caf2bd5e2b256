import { wordsOf } from "../../../domain/search-words"
import type { Entry, Offer, SearchText } from "../../../modules/catalog/models/entry"
import type { Market } from "../../../queries/markets"
import type { VariantPrice } from "../../../queries/prices"
import type { CategoryPath, Product } from "../../../queries/products"
import { type Sold, type ViewOptions, isAvailable, pathName, productView } from "./product-view"

/** Longer descriptions are found by their beginning. */
const LONGEST_TEXT = 20_000

/** What a market adds to a product: prices by variant. */
export interface Prices {
  readonly market: Market
  readonly prices: ReadonlyMap<string, VariantPrice>
}

/** A product as the index keeps it: how it is found, and how it is told in each market that has a price for it. */
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
    filed: product.filed,
    variants: product.variants.map(({ id, sku }) => ({ variant_id: id, sku, pieces: stock.get(id) ?? null })),
    offers: markets.flatMap((market) => offerOf(product, market, stock, options) ?? []),
  }
}

/** The product as it is sold in a market; undefined where it has no price. */
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
  // In one order always: a product that has not changed must not look as if it had.
  const byId = [...variants].sort((a, b) => (a.id < b.id ? -1 : 1))
  const ranked = byId.sort((a, b) => (a.variant_rank ?? 0) - (b.variant_rank ?? 0))
  return ranked.flatMap((variant) => {
    const price = prices.get(variant.id)
    const pieces = variant.manage_inventory ? (stock.get(variant.id) ?? 0) : null
    return price ? { variant, price, pieces } : []
  })
}

function textOf(product: Product): SearchText {
  const { title, subtitle, description, collection, type, tags, variants, options } = product
  const filed = [
    ...product.categories.flatMap((path) => path.map(({ name }) => name)),
    ...tags.map(({ value }) => value),
    ...variants.flatMap((variant) => [variant.sku, variant.ean, variant.upc, variant.barcode]),
    ...options.flatMap((option) => option.values.map(({ value }) => value)),
    ...[collection?.title, type?.value, product.handle],
  ]
  return {
    a: searched([title]),
    b: searched(filed),
    c: searched([subtitle, description]),
  }
}

/** Words with spaces between, so that every database takes the text apart alike. */
function searched(texts: readonly (string | null | undefined)[]): string {
  return wordsOf(texts.filter(Boolean).join(" ").slice(0, LONGEST_TEXT)).join(" ")
}

/** Everything a category may be called by, its own and of those above. */
function namesOf(path: CategoryPath): string[] {
  const ways = path.map((_, depth) => pathName(path.slice(0, depth + 1)))
  return [...path.flatMap(({ id, handle, name }) => [id, handle, name]), ...ways].map((name) =>
    name.toLowerCase()
  )
}
