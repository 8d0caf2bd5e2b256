import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Listed } from "./models/entry"

/** A product that was asked for, with the ways in which it may have been named. */
export interface Named extends Listed {
  readonly handle: string
  readonly variants: readonly { readonly variant_id: string; readonly sku: string | null }[]
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
