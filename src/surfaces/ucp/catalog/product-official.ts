import { z } from "@medusajs/framework/zod"
import { isNamed, bestMatch } from "../../../modules/catalog/lookup"
import { cleanContent } from "../../../gateway/mcp/clean-content"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { envelopeOf } from "../negotiation/agreement"
import { errorEnvelope } from "../ucp-errors"
import { Context, buyerLocationIn } from "./buyer-context"
import { Filters, applicableFilters, narrowed } from "./search-filters"
import { named } from "./get-product"
import { marketByHints } from "../../../queries/catalog/buyer-market"
import { type Choice, documentOf, type ProductDocument } from "./variant-document"

const Selected = z.looseObject({ name: z.string().max(200), label: z.string().max(200) })

const ProductBody = z.looseObject({
  id: z.string().min(1).max(300),
  selected: z.array(Selected).max(50).default([]),
  preferences: z.array(z.string().max(200)).max(50).default([]),
  filters: Filters,
  context: Context,
})
type ProductBody = z.infer<typeof ProductBody>

/**
 * `POST /catalog/product` (UCP: Catalog lookup): one product, with the option values that remain available for the
 * selection. When no variant has the whole selection, conflicting choices are dropped from it, the least preferred
 * first. An unknown id gets an error envelope with status 200, as UCP specifies.
 */
export const productOfCatalog = operation({
  access: "dev.ucp.shopping.catalog.lookup:read",
  allows_anonymous: true,
  input: ProductBody,
  async run({ id, selected, preferences, context, ...body }: ProductBody, call) {
    const ucp = envelopeOf(call, "dev.ucp.shopping.catalog.lookup")
    const location = buyerLocationIn(context)
    const market = await marketByHints(location, call.container)
    const product = bestMatch(await named(market, [id], call), id)
    const { filters, messages } = applicableFilters(market, body.filters, location.currency)
    const document = product && narrowed(documentOf(product), product, filters)
    if (!product || !document) return json(errorEnvelope(ucp.version, [NOT_FOUND]))
    const namedVariant = product.variants.find((variant) => isNamed(variant, id))?.variant_id
    const answer = { ucp, product: withChoices(document, selected, preferences, namedVariant) }
    return json({ ...answer, ...(messages.length && { messages }) })
  },
})

const NOT_FOUND = {
  type: "error",
  code: "not_found",
  content: "No product matches the id.",
  severity: "unrecoverable",
} as const

function withChoices(
  document: ProductDocument,
  selected: readonly Choice[],
  preferences: readonly string[],
  namedVariant: string | undefined
): object {
  const { variants, options = [] } = document
  const own = variants.find(({ id }) => id === namedVariant)
  const requested = own?.options ?? selected.map((choice) => asStored(choice, options))
  const preferredNames = preferences.map((name) => optionNamed(name, options)?.name ?? name)
  const preferred = possible(variants, byPreference(requested, preferredNames))
  const first = own ?? variants.find((variant) => has(variant, preferred)) ?? variants[0]
  // Without a selection, the response shows the first variant and the values that are available instead of its own.
  const chosen = preferred.length ? preferred : byPreference(first?.options ?? [], [])
  return {
    ...document,
    ...(options.length && { options: options.map((option) => withAvailability(option, variants, chosen)) }),
    variants: variants.filter((variant) => variant === first || has(variant, chosen)).sort(firstIs(first)),
    ...(options.length && { selected: chosen }),
  }
}

type Variants = ProductDocument["variants"]
type Options = NonNullable<ProductDocument["options"]>

/** The option with this name, or the one whose name an MCP client reads so. */
const optionNamed = (name: string, options: Options) =>
  options.find((one) => one.name === name) ??
  options.find((one) => cleanContent({ name: one.name }).name === name)

/** The choice with the product's own names, which MCP clients read without markup and invisible characters. */
function asStored({ name, label }: Choice, options: Options): Choice {
  const option = optionNamed(name, options)
  const values = option?.values ?? []
  const value =
    values.find((one) => one.label === label) ??
    values.find((one) => cleanContent({ label: one.label }).label === label)
  return { name: option?.name ?? name, label: value?.label ?? label }
}

const has = ({ options = [] }: Variants[number], choices: readonly Choice[]) =>
  choices.every(({ name, label }) => options.some((one) => one.name === name && one.label === label))

const firstIs = (first: unknown) => (a: unknown, b: unknown) => Number(b === first) - Number(a === first)

/** The choices by the buyer's preferences, the most preferred option first. */
function byPreference(choices: readonly Choice[], preferences: readonly string[]): Choice[] {
  const rank = ({ name }: Choice) =>
    preferences.includes(name) ? preferences.indexOf(name) : preferences.length
  return [...choices].sort((a, b) => rank(a) - rank(b)).map(({ name, label }) => ({ name, label }))
}

/** The choices that one variant can have together. A choice that conflicts with earlier ones is dropped. */
function possible(variants: Variants, choices: readonly Choice[]): Choice[] {
  return choices.reduce<Choice[]>((kept, choice) => {
    const more = [...kept, choice]
    return variants.some((variant) => has(variant, more)) ? more : kept
  }, [])
}

/**
 * Marks each value of an option: `exists` when a variant combines it with the choices for the other options,
 * `available` when such a variant can be bought.
 */
function withAvailability(
  { name, values }: Options[number],
  variants: Variants,
  chosen: readonly Choice[]
): object {
  const others = chosen.filter((choice) => choice.name !== name)
  return {
    name,
    values: values.map((value) => {
      const fitting = variants.filter((variant) => has(variant, [...others, { name, label: value.label }]))
      const available = fitting.some(({ availability }) => availability.available)
      return { ...value, available, exists: fitting.length > 0 }
    }),
  }
}
