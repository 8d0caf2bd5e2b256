import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IndexedOffer } from "./models/entry"

/** A product that was looked up, with all its names. */
export interface Named extends IndexedOffer {
  readonly handle: string
  /** The lowercase names of its categories and of those above them. */
  readonly categories: readonly string[]
  readonly variants: readonly { readonly variant_id: string; readonly sku: string | null }[]
}

/** Whether a name is the id or the SKU of a variant. */
export function isNamed({ variant_id, sku }: Named["variants"][number], name: string): boolean {
  return variant_id === name || sku === name
}

/** The ways to match a name, most specific first, because a SKU may consist of digits like a product number. */
const MATCHERS: readonly ((product: Named, name: string) => boolean)[] = [
  ({ number }, name) => String(number) === name,
  ({ product_id }, name) => product_id === name,
  ({ handle }, name) => handle === name,
  ({ variants }, name) => variants.some((variant) => isNamed(variant, name)),
]

/** The product that a name refers to, among the found ones. */
export function bestMatch<P extends Named>(found: readonly P[], name: string): P | undefined {
  for (const matches of MATCHERS) {
    const product = found.find((one) => matches(one, name))
    if (product) return product
  }
  return undefined
}

/** Up to 15 digits, so that JavaScript represents the number exactly. */
const NUMBER = /^[1-9]\d{0,14}$/

/**
 * The products of a region by their number, Medusa's id, handle, or the id or SKU of a variant. Unknown
 * products and those not sold in the region are missing.
 */
export async function lookUp(knex: Knex, region_id: string, names: readonly string[]): Promise<Named[]> {
  const { rows } = await knex.raw<{ rows: (Omit<Named, "number"> & { number: string })[] }>(
    "select * from gw_catalog_named(?, ?::text[], ?::bigint[])",
    [region_id, [...names], names.filter((name) => NUMBER.test(name))]
  )
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}
