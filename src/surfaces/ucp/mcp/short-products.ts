/** The most variants and images of one product in a list. `get_product` finds the other variants by their option values. */
const MOST_VARIANTS = 20
const MOST_IMAGES = 3

/** The most images of a product that is shown alone. */
const MOST_IMAGES_ALONE = 20

interface ListedVariant {
  readonly availability?: { readonly available?: boolean }
}

interface ListedProduct {
  readonly variants?: readonly ListedVariant[]
  readonly media?: readonly object[]
}

/** A product, as the catalog operation for one product returns it. */
export interface ProductAlone {
  readonly product?: ListedProduct
}

/** A list of products, as a catalog operation returns it. */
export interface ProductList {
  readonly products?: readonly ListedProduct[]
  readonly messages?: readonly object[]
}

/**
 * The list with at most 20 variants and 3 images of each product, because a model reads all of it. A message says when
 * variants are left out.
 */
export function withShortProducts<List extends ProductList>(list: List): List {
  const { products = [], messages = [] } = list
  const isShortened = products.some(({ variants = [] }) => variants.length > MOST_VARIANTS)
  return {
    ...list,
    ...(list.products && { products: products.map(shortened) }),
    ...(isShortened && { messages: [...messages, LEFT_OUT] }),
  }
}

/** The product with at most 20 images. */
export function withFewImages<Alone extends ProductAlone>(alone: Alone): Alone {
  const { product } = alone
  return product?.media
    ? { ...alone, product: { ...product, media: product.media.slice(0, MOST_IMAGES_ALONE) } }
    : alone
}

const shortened = (product: ListedProduct): ListedProduct => ({
  ...product,
  ...(product.variants && { variants: availableFirst(product.variants).slice(0, MOST_VARIANTS) }),
  ...(product.media && { media: product.media.slice(0, MOST_IMAGES) }),
})

/** A product with one available variant must not look sold out. */
function availableFirst(variants: readonly ListedVariant[]): readonly ListedVariant[] {
  if (variants.length <= MOST_VARIANTS) return variants
  const isAvailable = ({ availability }: ListedVariant) => availability?.available !== false
  return [...variants.filter(isAvailable), ...variants.filter((variant) => !isAvailable(variant))]
}

const LEFT_OUT = {
  type: "info",
  code: "variants_left_out",
  content: `Products with more than ${MOST_VARIANTS} variants are shown with ${MOST_VARIANTS}, the available ones first. get_product finds a variant by its option values.`,
}
