import { z } from "@medusajs/framework/zod"
import type { Named } from "../../../modules/catalog/lookup"
import type { Market } from "../../../queries/catalog/markets"
import type { ProductDocument } from "./variant-document"

const Amount = z.int().min(0).max(1e12)

/** Filters for products and variants (ucp: types/search_filters.json). All given filters must match. */
export const Filters = z
  .looseObject({
    categories: z.array(z.string().min(1).max(300)).max(100).optional(),
    price: z.looseObject({ min: Amount.optional(), max: Amount.optional() }).optional(),
    available: z.boolean().optional(),
  })
  .optional()
type Filters = z.infer<typeof Filters>

/** Warns that the price filter was ignored (ucp: types/price_filter.json). */
interface Warning {
  readonly type: "warning"
  readonly code: string
  readonly content: string
  readonly path: string
}

/** The filters that apply in a market. A price filter in another currency is dropped, with a warning. */
export function applicableFilters(
  { currency }: Market,
  filters: Filters,
  requested_currency: string | undefined
) {
  const applicable: NonNullable<Filters> = { ...filters }
  const messages: Warning[] = []
  if (!applicable.price || !requested_currency || requested_currency === currency)
    return { filters: applicable, messages }
  delete applicable.price
  const content = `The price filter was ignored: prices are in ${currency} and are not converted from ${requested_currency}.`
  messages.push({ type: "warning", code: "price_filter_ignored", content, path: "$.filters.price" })
  return { filters: applicable, messages }
}

/** The product with only its matching variants; undefined when none matches. */
export function narrowed(
  document: ProductDocument,
  { categories }: Pick<Named, "categories">,
  { price, available, ...filters }: NonNullable<Filters>
): ProductDocument | undefined {
  const wanted = filters.categories?.map((name) => name.toLowerCase())
  if (wanted?.length && !wanted.some((name) => categories.includes(name))) return undefined
  const variants = document.variants.filter(
    (variant) =>
      variant.price.amount >= (price?.min ?? 0) &&
      variant.price.amount <= (price?.max ?? Infinity) &&
      (available === undefined || variant.availability.available === available)
  )
  return variants.length ? { ...document, variants } : undefined
}
