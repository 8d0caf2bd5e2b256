/** What a product costs in one region, and how it is told of there. */
export interface Offer {
  readonly region_id: string
  /** Uppercase ISO 4217. */
  readonly currency: string
  /** The cheapest and the dearest variant, in minor units. */
  readonly min_price: number
  readonly max_price: number
  readonly available: boolean
  readonly tax_included: boolean
  /** The product as JSON, without its id: that differs between the routes. */
  readonly document: string
}

/** The text a product is found by, the weightiest first, without accents. */
export interface SearchText {
  /** Title. */
  readonly a: string
  /** What it is filed under: categories, collection, type, tags, options, article numbers. */
  readonly b: string
  /** Subtitle and description. */
  readonly c: string
}

export interface IndexedVariant {
  readonly variant_id: string
  readonly sku: string | null
  /** How many there were when the product was read; null for one without an inventory. */
  readonly pieces: number | null
}

/** A product in the index. */
export interface Entry {
  readonly product_id: string
  readonly handle: string
  readonly text: SearchText
  /** Ids, handles, names and paths of its categories and of all above them, lowercase. */
  readonly categories: readonly string[]
  /** The ids of those it is filed under itself, in their order. */
  readonly filed: readonly string[]
  readonly variants: readonly IndexedVariant[]
  readonly offers: readonly Offer[]
}

/** An offer as it is read. `document` is null where the product is no longer sold. */
export interface Listed {
  /** The product's own number, which never changes and is never given to another one. */
  readonly number: number
  readonly product_id: string
  readonly tax_included: boolean
  readonly document: string
}
