import type { CategoryPath, Product, Variant } from "../queries/catalog/products"
import type { VariantPrice } from "../queries/catalog/prices"

/** The plugin's options that affect product documents. */
export interface ViewOptions {
  readonly base_url: string
  readonly product_url?: string | undefined
  readonly catalog_metadata: readonly string[]
}

/** A variant sold in a market, with its price there and the units in stock (null: unlimited). */
export interface Sold {
  readonly variant: Variant
  readonly price: VariantPrice
  readonly units: number | null
}

/** A price in UCP's format: minor units, uppercase ISO 4217. */
interface Price {
  readonly amount: number
  readonly currency: string
}

/** A product in UCP's format, without its id (ucp: types/product.json, the same in 2026-04-08 and 2026-08-25). */
export function productView(
  product: Product,
  sold: readonly Sold[],
  currency: string,
  options: ViewOptions
): object {
  const { handle, title, description, tags, categories } = product
  const metadata = allowed(product.metadata, options.catalog_metadata)
  const media = mediaOf(product, options)
  const page = options.product_url?.replace("{handle}", encodeURIComponent(handle))
  const price = (amount: number): Price => ({ amount, currency })
  const views = sold.map((one) => variantView(one, product, currency))
  return {
    handle,
    title,
    description: { plain: description ?? title },
    ...(page && { url: page }),
    ...(categories.length && { categories: categories.map(pathName).sort().map(categoryView) }),
    price_range: rangeOf(sold.map((one) => price(one.price.amount))),
    ...(sold.some(isReduced) && {
      list_price_range: rangeOf(sold.map((one) => price(one.price.list_amount))),
    }),
    ...(media.length && { media }),
    ...(product.options.length && { options: optionsOf(product, sold) }),
    variants: views,
    ...(tags.length && { tags: tags.map(({ value }) => value).sort() }),
    ...(metadata && { metadata }),
  }
}

function variantView(sold: Sold, product: Product, currency: string): object {
  const { variant, price } = sold
  const barcodes = barcodesOf(variant)
  const name = variant.options.map(({ value }) => value).join(" / ")
  return {
    id: variant.id,
    ...(variant.sku && { sku: variant.sku }),
    ...(barcodes.length && { barcodes }),
    title: variant.title || name || product.title,
    description: { plain: name ? `${product.title}, ${name}` : product.title },
    price: { amount: price.amount, currency },
    ...(isReduced(sold) && { list_price: { amount: price.list_amount, currency } }),
    availability: availabilityOf(sold),
    ...(variant.options.length && {
      options: variant.options.map(({ value, option }) => ({ name: option.title, label: value })),
    }),
  }
}

const isReduced = ({ price }: Sold) => price.list_amount > price.amount

/** Whether a variant can be bought now. */
export function isAvailable({ variant, units }: Sold): boolean {
  return units === null || units > 0 || variant.allow_backorder
}

function availabilityOf(sold: Sold): object {
  if (!isAvailable(sold)) return { available: false, status: "out_of_stock" }
  return { available: true, status: sold.units === null || sold.units > 0 ? "in_stock" : "backorder" }
}

function barcodesOf({ ean, upc, barcode }: Variant): object[] {
  const known = Object.entries({
    EAN: ean,
    UPC: upc,
    GTIN: barcode === ean || barcode === upc ? null : barcode,
  })
  return known.flatMap(([type, value]) => (value ? { type, value } : []))
}

function rangeOf(prices: readonly Price[]): object {
  const sorted = [...prices].sort((a, b) => a.amount - b.amount)
  return { min: sorted[0], max: sorted.at(-1) }
}

/** Only values of variants that are sold in this market; the others cannot be chosen. */
function optionsOf({ options }: Product, sold: readonly Sold[]): object[] {
  const soldValues = new Set(
    sold.flatMap(({ variant }) => variant.options.map(({ value, option }) => `${option.title}\n${value}`))
  )
  return options.flatMap(({ title, values }) => {
    const labels = values.filter(({ value }) => soldValues.has(`${title}\n${value}`))
    return labels.length ? { name: title, values: labels.map(({ value }) => ({ label: value })) } : []
  })
}

/** The path of a category in the merchant's own names: "Apparel > T-Shirts". */
export function pathName(path: CategoryPath): string {
  return path.map(({ name }) => name).join(" > ")
}

function categoryView(value: string): object {
  return { value, taxonomy: "merchant" }
}

/** Images with another scheme are left out: a `data:` URL is too long for lists. */
const WEB_PROTOCOLS: readonly string[] = ["http:", "https:"]

function mediaOf({ thumbnail, images, title }: Product, { base_url }: ViewOptions): object[] {
  const sorted = [...images].sort((a, b) => a.rank - b.rank).map(({ url }) => url)
  const urls = new Set([...(thumbnail ? [thumbnail] : []), ...sorted])
  return [...urls].flatMap((url) => {
    const address = URL.canParse(url, base_url) ? new URL(url, base_url) : undefined
    return address && WEB_PROTOCOLS.includes(address.protocol)
      ? { type: "image", url: address.href, alt_text: title }
      : []
  })
}

function allowed(metadata: Product["metadata"], keys: readonly string[]): object | undefined {
  const shown = Object.entries(metadata ?? {}).filter(([key]) => keys.includes(key))
  return shown.length ? Object.fromEntries(shown) : undefined
}
