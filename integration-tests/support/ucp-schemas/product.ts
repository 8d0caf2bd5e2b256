import { z } from "@medusajs/framework/zod"
import { succeeded } from "./envelope"
import { Message } from "./message"
import { Price, PriceRange } from "./money"
import { Description, Text } from "./text"
import { WebUrl } from "./url"
import type { Version } from "./version"

const Media = z.strictObject({
  type: z.enum(["image", "video", "model_3d"]),
  url: WebUrl,
  alt_text: Text.optional(),
  width: z.int().min(1).optional(),
  height: z.int().min(1).optional(),
})

const Category = z.strictObject({
  value: Text,
  taxonomy: z.enum(["merchant", "google_product_category", "shopify"]).optional(),
})

const Barcode = z.strictObject({ type: z.enum(["UPC", "EAN", "ISBN", "GTIN", "JAN"]), value: Text })

const SALEABLE = ["in_stock", "backorder", "preorder"]

const Availability = z
  .strictObject({
    available: z.boolean(),
    status: z.enum(["in_stock", "backorder", "preorder", "out_of_stock", "discontinued"]),
  })
  .refine(
    ({ available, status }) => available === SALEABLE.includes(status),
    "the status is another than whether it is available"
  )

const Chosen = z.strictObject({ name: Text, label: Text, id: Text.optional() })

const optionValue = { label: Text, id: Text.optional() }

const Option = z.strictObject({ name: Text, values: z.array(z.strictObject(optionValue)).min(1) })

const JudgedValue = z
  .strictObject({ ...optionValue, available: z.boolean(), exists: z.boolean() })
  .refine(({ available, exists }) => exists || !available, "what does not exist is available")

const JudgedOption = z.strictObject({ name: Text, values: z.array(JudgedValue).min(1) })

const shown = {
  handle: Text.optional(),
  title: Text,
  description: Description,
  url: WebUrl.optional(),
  categories: z.array(Category).optional(),
  media: z.array(Media).optional(),
  tags: z.array(Text).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
}

const variant = {
  ...shown,
  id: z.string().regex(/^variant_./),
  sku: Text.optional(),
  barcodes: z.array(Barcode).min(1).optional(),
  price: Price,
  list_price: Price.optional(),
  availability: Availability,
  options: z.array(Chosen).optional(),
}

const product = {
  ...shown,
  id: z.string().regex(/^prod_./),
  price_range: PriceRange,
  list_price_range: PriceRange.optional(),
}

/** The members of a product that the rules below read, in any response. */
interface Offered {
  price_range: PriceRange
  list_price_range?: PriceRange | undefined
  options?: { name: string; values: { label: string }[] }[] | undefined
  variants: {
    id: string
    price: Price
    list_price?: Price | undefined
    options?: z.infer<typeof Chosen>[] | undefined
  }[]
}

const currenciesOf = ({ price_range, list_price_range, variants }: Offered) =>
  [
    price_range.min,
    list_price_range?.min,
    ...variants.flatMap(({ price, list_price }) => [price, list_price]),
  ].flatMap((price) => price?.currency ?? [])

const offers = ({ options = [] }: Pick<Offered, "options">, { name, label }: z.infer<typeof Chosen>) =>
  options.some((option) => option.name === name && option.values.some((value) => value.label === label))

/** The rules of a product in any response. */
function consistent<T extends z.ZodType<Offered>>(schema: T): T {
  return schema
    .refine((one) => new Set(currenciesOf(one)).size === 1, "the product has two currencies")
    .refine(
      ({ price_range: { min, max }, variants }) =>
        variants.every(({ price }) => min.amount <= price.amount && price.amount <= max.amount),
      "a price is outside the product's range"
    )
    .refine(
      ({ variants }) => variants.every(({ price, list_price = price }) => list_price.amount >= price.amount),
      "a list price is below the price"
    )
    .refine(
      (one) => one.variants.every(({ options = [] }) => options.every((option) => offers(one, option))),
      "a variant's option is none of the product's"
    )
    .refine(
      ({ variants }) => new Set(variants.map(({ id }) => id)).size === variants.length,
      "a variant is there twice"
    )
}

const whole = { options: z.array(Option).optional(), variants: z.array(z.strictObject(variant)).min(1) }

const isAsWide = ({ price_range, variants }: Offered) => {
  const amounts = variants.map(({ price }) => price.amount)
  return Math.min(...amounts) === price_range.min.amount && Math.max(...amounts) === price_range.max.amount
}

const TOO_WIDE = "the range is wider than the prices"

/** A product with all its variants: its price range begins at the cheapest and ends at the most expensive one. */
export const WholeProduct = consistent(z.strictObject({ ...product, ...whole })).refine(isAsWide, TOO_WIDE)

/** The same for the plugin's own routes, which identify a product by an integer. */
export const NumberedProduct = consistent(
  z.strictObject({
    ...product,
    ...whole,
    id: z.int().min(1),
    medusa_id: product.id,
    prices_include_tax: z.boolean(),
  })
).refine(isAsWide, TOO_WIDE)

const Input = z.strictObject({ id: Text, match: z.enum(["exact", "featured"]) })

/**
 * A product with the requested variants, each with the ids that matched it; at most one variant represents the
 * product.
 */
export const LookedUpProduct = consistent(
  z.strictObject({
    ...product,
    options: z.array(Option).optional(),
    variants: z.array(z.strictObject({ ...variant, inputs: z.array(Input).min(1) })).min(1),
  })
).refine(
  ({ variants }) =>
    variants.filter(({ inputs }) => inputs.some(({ match }) => match === "featured")).length <= 1,
  "two variants are featured"
)

const DetailedProduct = consistent(
  z.strictObject({
    ...product,
    options: z.array(JudgedOption).optional(),
    selected: z.array(Chosen).optional(),
    variants: z.array(z.strictObject(variant)).min(1),
  })
)
  .refine(({ options = [], selected }) => options.length === 0 || selected, "nothing says what is selected")
  .refine(
    (one) => one.selected?.every((choice) => offers(one, choice)) ?? true,
    "what is selected is no option"
  )
  .refine(
    ({ selected = [], variants }) =>
      variants.every(({ options = [] }) =>
        selected.every(({ name, label }) =>
          options.some((option) => option.name === name && option.label === label)
        )
      ),
    "a variant is not what is selected"
  )

/**
 * One product, the effective selections, and what they leave to choose from. Only the variants that match the
 * selections are in it, so that the product's range may be wider than their prices.
 */
export const productResponse = (version: Version) =>
  z.strictObject({
    ucp: succeeded(version, "dev.ucp.shopping.catalog.lookup"),
    product: DetailedProduct,
    messages: z.array(Message).optional(),
  })
