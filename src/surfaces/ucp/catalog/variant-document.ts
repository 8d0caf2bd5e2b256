import type { IndexedOffer } from "../../../modules/catalog/models/entry"
import { official } from "./catalog-responses"

/** A chosen value of a product option. */
export interface Choice {
  readonly name: string
  readonly label: string
}

/** The members of a variant's document that this code reads. */
export interface VariantDocument {
  readonly id: string
  readonly price: { readonly amount: number }
  readonly availability: { readonly available: boolean }
  readonly options?: readonly Choice[]
}

/** The members of a product's document that this code reads. All other members are present, too. */
export interface ProductDocument {
  readonly id: string
  readonly options?: readonly {
    readonly name: string
    readonly values: readonly { readonly label: string }[]
  }[]
  readonly variants: readonly VariantDocument[]
}

/** A product in UCP's format, parsed. */
export function documentOf(product: IndexedOffer): ProductDocument {
  return JSON.parse(official(product)) as ProductDocument
}
