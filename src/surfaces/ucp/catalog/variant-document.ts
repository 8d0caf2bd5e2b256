import type { Listed } from "../../../modules/catalog/models/entry"
import { official } from "./answers"

/** A value of an option. */
export interface Choice {
  readonly name: string
  readonly label: string
}

/** Of a variant as it is told, what is asked for again. */
export interface VariantDocument {
  readonly id: string
  readonly price: { readonly amount: number }
  readonly availability: { readonly available: boolean }
  readonly options?: readonly Choice[]
}

/** Of a product as it is told, what is asked for again; every other member is there, too. */
export interface ProductDocument {
  readonly id: string
  readonly options?: readonly {
    readonly name: string
    readonly values: readonly { readonly label: string }[]
  }[]
  readonly variants: readonly VariantDocument[]
}

/** A product in UCP's words, taken apart. */
export function documentOf(product: Listed): ProductDocument {
  return JSON.parse(official(product)) as ProductDocument
}
