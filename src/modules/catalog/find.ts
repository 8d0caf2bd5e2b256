import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { wordsOf } from "../../domain/search-words"
import type { IndexedOffer } from "./models/entry"
import { beginningWith, cursorAfter, LONGEST_QUERY, type Position, positionIn } from "./search-cursor"
import { Spelling } from "./spelling"

/** A product search. Prices are in minor units of the region's currency; both bounds are inclusive. */
export interface Search {
  readonly region_id: string
  readonly q?: string | undefined
  /** Ids, handles, names or paths of categories. A product matches if it is in one of them or below. */
  readonly categories?: readonly string[] | undefined
  readonly min_price?: number | undefined
  readonly max_price?: number | undefined
  readonly available?: boolean | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A page of search results. */
export interface Found {
  readonly products: IndexedOffer[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

type Row = Omit<IndexedOffer, "number"> & { readonly number: string; readonly score: number }

/** Searches products: best matches first, or newest products first without a search text. */
export class Finder {
  private readonly spelling: Spelling

  constructor(
    private readonly knex: Knex,
    private readonly languages: readonly string[]
  ) {
    this.spelling = new Spelling(knex)
  }

  /**
   * A page of search results. If no product contains all words, unknown words are replaced by similar words of
   * the catalog. Undefined if the cursor is invalid.
   */
  async find(search: Search): Promise<Found | undefined> {
    if (search.cursor !== undefined) {
      const position = positionIn(search.cursor)
      return position && this.page(search, position)
    }
    const words = search.q === undefined ? [] : wordsOf(search.q, LONGEST_QUERY)
    if (search.q !== undefined && !words.length) return { products: [], next_cursor: null }
    const found = await this.page(search, beginningWith(words))
    if (found.products.length || !words.length) return found
    const corrected = await this.spelling.correct(words)
    return corrected ? this.page(search, beginningWith(corrected)) : found
  }

  private async page(search: Search, { words, score, number }: Position): Promise<Found> {
    const { region_id, categories, min_price = null, max_price = null, available = null, limit } = search
    const { rows } = await this.knex.raw<{ rows: Row[] }>(
      "select * from gw_catalog_find(?, ?::text[], ?::regconfig[], ?::text[], ?, ?, ?, ?, ?, ?)",
      [
        region_id,
        [...words],
        [...this.languages],
        categories?.map(lower) ?? null,
        min_price,
        max_price,
        available,
        score,
        number,
        limit + 1,
      ]
    )
    const products = rows
      .slice(0, limit)
      .map(({ score: _, ...row }) => ({ ...row, number: Number(row.number) }))
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return { products, next_cursor: last ? cursorAfter(words, last.score, Number(last.number)) : null }
  }
}

const lower = (text: string) => text.toLowerCase()
