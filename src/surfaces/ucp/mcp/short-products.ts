import { cleanContent } from "../../../gateway/mcp/clean-content"
import { WrittenContent, quotedJson } from "../../../gateway/mcp/written-content"
import { remembering } from "../../../lib/remembering"
import { type ProductsReply, pageFrame } from "../catalog/catalog-responses"

/** The most entries of the lists of one product, because a model reads all of them. */
interface Limits {
  readonly variants: number
  readonly images: number
  /** Of each option, and tags and categories. */
  readonly values: number
}

const IN_LIST: Limits = { variants: 20, images: 3, values: 20 }
/** The most variants of all products of a list. Each product has at least one. */
const VARIANTS_IN_LIST = 100
const ALONE: Limits = { variants: 100, images: 20, values: 100 }

interface ShownVariant {
  readonly availability?: { readonly available?: boolean }
}

interface ShownProduct {
  readonly variants?: readonly ShownVariant[]
  readonly media?: readonly object[]
  readonly options?: readonly { readonly values: readonly object[] }[]
  readonly tags?: readonly string[]
  readonly categories?: readonly object[]
}

interface WithMessages {
  readonly messages?: readonly object[]
}

/** A product, as the catalog operation for one product returns it. */
export interface ProductAlone extends WithMessages {
  readonly product?: ShownProduct
}

/** A list of products, as a catalog operation returns it. */
export interface ProductList extends WithMessages {
  readonly products?: readonly ShownProduct[]
}

/**
 * The list with at most 20 variants, 3 images and 20 values of each option of a product, and about 100 variants in all. A
 * message says when variants or values are left out.
 */
export function withShortProducts<List extends ProductList>(list: List): List {
  const { products } = list
  if (!products) return list
  const limits = { ...IN_LIST, variants: sharedOut(products.map(({ variants = [] }) => variants.length)) }
  const shown = { ...list, products: products.map((product) => shortened(product, limits)) }
  return products.some((product) => isShortened(product, limits)) ? withMessage(shown, OF_LIST) : shown
}

/**
 * The same for a page of products, as JSON. What a product looks like in a list is kept until it changes, because searches
 * find the same products again.
 */
export function shortPage({ documents, ucp, rest }: ProductsReply): WrittenContent {
  const whole = documents.map(inList)
  const limits = { ...IN_LIST, variants: sharedOut(whole.map(({ variants }) => variants)) }
  const shown = whole.map((product, n) =>
    product.variants > limits.variants ? written(documents[n] ?? "", limits) : product
  )
  const others = cleanContent(
    shown.some(({ is_shortened }) => is_shortened) ? withMessage(rest, OF_LIST) : rest
  )
  const [before, after] = pageFrame(cleanContent(ucp), others)
  const json = shown.map(({ content }) => content.json).join(",")
  const quoted = shown.map(({ content }) => content.quoted).join(",")
  return new WrittenContent(before + json + after, quotedJson(before) + quoted + quotedJson(after))
}

interface WrittenProduct {
  readonly content: WrittenContent
  /** How many it has, also those that are not shown. */
  readonly variants: number
  readonly is_shortened: boolean
}

function written(text: string, limits: Limits): WrittenProduct {
  const product = JSON.parse(text) as ShownProduct
  return {
    content: new WrittenContent(JSON.stringify(cleanContent(shortened(product, limits)))),
    variants: product.variants?.length ?? 0,
    is_shortened: isShortened(product, limits),
  }
}

/** With their results, these characters take at most about 15 MB. */
const KEPT_CHARACTERS = 2_000_000
const inList = remembering((text) => written(text, IN_LIST), KEPT_CHARACTERS)

/** How many variants each product of a list may have, if they have these numbers of variants. */
function sharedOut(numbers: readonly number[]): number {
  const share = Math.floor(VARIANTS_IN_LIST / Math.max(1, numbers.length))
  const all = numbers.reduce((sum, number) => sum + Math.min(number, IN_LIST.variants), 0)
  return all <= VARIANTS_IN_LIST ? IN_LIST.variants : Math.min(IN_LIST.variants, Math.max(1, share))
}

/** The same for one product: at most 100 variants, 20 images and 100 values of each option. */
export function withShortProduct<Alone extends ProductAlone>(alone: Alone): Alone {
  const { product } = alone
  if (!product) return alone
  const shown = { ...alone, product: shortened(product, ALONE) }
  return isShortened(product, ALONE) ? withMessage(shown, OF_PRODUCT) : shown
}

function shortened(product: ShownProduct, limits: Limits): ShownProduct {
  const { variants, media, options, tags, categories } = product
  return {
    ...product,
    ...(variants && { variants: availableFirst(variants, limits).slice(0, limits.variants) }),
    ...(media && { media: media.slice(0, limits.images) }),
    ...(tags && { tags: tags.slice(0, limits.values) }),
    ...(categories && { categories: categories.slice(0, limits.values) }),
    ...(options && {
      options: options.map((option) => ({ ...option, values: option.values.slice(0, limits.values) })),
    }),
  }
}

const isShortened = ({ variants = [], options = [] }: ShownProduct, limits: Limits): boolean =>
  variants.length > limits.variants || options.some(({ values }) => values.length > limits.values)

/** A product with one available variant must not look sold out. Alone, its first variant is the one that was asked for. */
function availableFirst(variants: readonly ShownVariant[], limits: Limits): readonly ShownVariant[] {
  if (variants.length <= limits.variants || limits === ALONE) return variants
  const isAvailable = ({ availability }: ShownVariant) => availability?.available !== false
  return [...variants.filter(isAvailable), ...variants.filter((variant) => !isAvailable(variant))]
}

const withMessage = <Content extends WithMessages>(content: Content, message: string): Content => ({
  ...content,
  messages: [...(content.messages ?? []), { type: "info", code: "variants_left_out", content: message }],
})

const OF_LIST = `A list has at most ${VARIANTS_IN_LIST} variants, and a product in it at most ${IN_LIST.variants}, the available ones first, and ${IN_LIST.values} values of an option. get_product shows more, and finds a variant by its option values.`

const OF_PRODUCT = `At most ${ALONE.variants} variants and ${ALONE.values} values of an option are shown. Select option values to find the other variants; values that are not shown can be selected, too.`
