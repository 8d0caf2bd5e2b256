import type { IndexedOffer } from "../../../modules/catalog/models/entry"

/** A price: integer minor units, upper-case ISO 4217. */
interface Price {
  readonly amount: number
  readonly currency: string
}

interface IndexedVariant {
  readonly id: string
  readonly title: string
  readonly description: object
  readonly barcodes?: readonly object[]
  readonly price: Price
  readonly list_price?: Price
  readonly availability: object
  readonly options?: readonly { readonly name: string; readonly label: string }[]
}

/** The members of an indexed product that the feed has. */
interface IndexedProduct {
  readonly title: string
  readonly description: object
  readonly url?: string
  readonly categories?: readonly object[]
  readonly media?: readonly object[]
  readonly variants: readonly IndexedVariant[]
}

/** A product of the feed (ACP: Feed, Product), with `seller` at each variant. The ids of variants can be checked out. */
export function feedProduct({ product_id, document }: IndexedOffer, seller: object): object {
  const { title, description, url, media, categories, variants } = JSON.parse(document) as IndexedProduct
  return {
    id: product_id,
    title,
    description,
    ...(url && { url }),
    ...(media && { media }),
    variants: variants.map((variant) => ({
      ...feedVariant(variant),
      ...(categories && { categories }),
      seller,
    })),
  }
}

function feedVariant({ id, title, description, options, ...variant }: IndexedVariant): object {
  const { barcodes, price, list_price, availability } = variant
  return {
    id,
    title,
    description,
    ...(barcodes && { barcodes }),
    price,
    ...(list_price && { list_price }),
    availability,
    ...(options && { variant_options: options.map(({ name, label }) => ({ name, value: label })) }),
  }
}
