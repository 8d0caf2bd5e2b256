/** A product's offer in a region. */
export interface Offer {
  readonly region_id: string
  /** Uppercase ISO 4217. */
  readonly currency: string
  /** The lowest price of its variants, in minor units. */
  readonly min_price: number
  /** The highest price of its variants, in minor units. */
  readonly max_price: number
  readonly available: boolean
  readonly tax_included: boolean
  /** The product as JSON without its id, which differs between the routes. */
  readonly document: string
}

/** The searchable text of a product without accents, by weight. */
export interface SearchText {
  /** The title, with the highest weight. */
  readonly a: string
  /** Categories, collection, type, tags, options and SKUs. */
  readonly b: string
  /** Subtitle and description. */
  readonly c: string
}

/** A variant in the index. */
export interface IndexedVariant {
  readonly variant_id: string
  readonly sku: string | null
  /**
   * The units in stock when the product was indexed; null without inventory management. A sale updates the entry only when
   * it changes whether there is any stock.
   */
  readonly units: number | null
}

/** A product in the index. */
export interface Entry {
  readonly product_id: string
  readonly handle: string
  readonly text: SearchText
  /** Lowercase ids, handles, names and paths of its categories and of those above them. */
  readonly categories: readonly string[]
  /** The ids of its own categories, in their order. */
  readonly category_ids: readonly string[]
  readonly variants: readonly IndexedVariant[]
  readonly offers: readonly Offer[]
}

/** A product with its offer in one region, as the index returns it. */
export interface IndexedOffer {
  /** The product's number, which never changes and is never reused. */
  readonly number: number
  readonly product_id: string
  readonly tax_included: boolean
  readonly document: string
}
