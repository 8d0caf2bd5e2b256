import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Listed } from "./models/entry"

/** A product that was asked for, with the ways in which it may have been named. */
export interface Named extends Listed {
  readonly handle: string
  /** Whatever its categories, and those above them, may be called by, lowercase. */
  readonly categories: readonly string[]
  readonly variants: readonly { readonly variant_id: string; readonly sku: string | null }[]
}

/** Whether a name is the id or the article number of a variant. */
export function isNamed({ variant_id, sku }: Named["variants"][number], name: string): boolean {
  return variant_id === name || sku === name
}

/** What a name may be, the surest first: an article number may be made of digits, as our own numbers are. */
const WAYS: readonly ((product: Named, name: string) => boolean)[] = [
  ({ number }, name) => String(number) === name,
  ({ product_id }, name) => product_id === name,
  ({ handle }, name) => handle === name,
  ({ variants }, name) => variants.some((variant) => isNamed(variant, name)),
]

/** The one product a name means, of those that were found. */
export function meantBy<P extends Named>(found: readonly P[], name: string): P | undefined {
  for (const isMeant of WAYS) {
    const product = found.find((one) => isMeant(one, name))
    if (product) return product
  }
  return undefined
}

/** The largest number a bigint of the database can be is far beyond what JavaScript counts exactly. */
const NUMBER = /^[1-9]\d{0,14}$/

/**
 * The products of a region that are named by their number, in digits, by Medusa's id or the handle, or by the id or
 * article number (SKU) of one of their variants. What is unknown, or not sold there, is missing.
 */
export async function lookUp(knex: Knex, region_id: string, names: readonly string[]): Promise<Named[]> {
  const { rows } = await knex.raw<{ rows: (Omit<Named, "number"> & { number: string })[] }>(
    "select * from gw_catalog_named(?, ?::text[], ?::bigint[])",
    [region_id, [...names], names.filter((name) => NUMBER.test(name))]
  )
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}
