import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { forgivenIn, mistakesBetween, wordsOf } from "../../domain/search-words"
import type { Listed } from "./models/entry"

/** What is looked for. Prices are in minor units of the region's currency, the bounds included. */
export interface Search {
  readonly region_id: string
  readonly q?: string | undefined
  /** Ids, handles, names or paths of categories; the product is in one of them, or below. */
  readonly categories?: readonly string[] | undefined
  readonly min_price?: number | undefined
  readonly max_price?: number | undefined
  readonly available?: boolean | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface Found {
  readonly products: Listed[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

/** Where a page ended, and the words that were looked for, which a mistyped query has had corrected. */
interface Position {
  readonly words: readonly string[]
  readonly score: number | null
  readonly number: number | null
}

type Row = Omit<Listed, "number"> & { readonly number: string; readonly score: number }

const LONGEST_QUERY = 20

/** Finds products: the best matches first, or the newest when nothing is looked for. */
export class Finder {
  constructor(
    private readonly knex: Knex,
    private readonly languages: readonly string[]
  ) {}

  /**
   * A page of what is looked for. Where nothing has all the words, words the catalog does not know are taken for
   * mistyped ones. Undefined for a cursor that is not ours.
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
    const corrected = await this.correct(words)
    return corrected ? this.page(search, beginningWith(corrected)) : found
  }

  private async page(search: Search, { words, score, number }: Position): Promise<Found> {
    const { region_id, categories, min_price = null, max_price = null, available = null, limit } = search
    const { rows } = await this.knex.raw<{ rows: Row[] }>(
      "select * from gw_catalog_find(?, ?::text[], ?::regconfig[], ?::text[], ?, ?, ?, ?, ?, ?)",
      [
        ...[region_id, [...words], [...this.languages], categories?.map(lower) ?? null],
        ...[min_price, max_price, available, score, number, limit + 1],
      ]
    )
    const products = rows
      .slice(0, limit)
      .map(({ score: _, ...row }) => ({ ...row, number: Number(row.number) }))
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return { products, next_cursor: last ? cursorAfter(words, last) : null }
  }

  /** The words with those corrected that the catalog does not know; undefined when there is nothing to correct. */
  private async correct(words: readonly string[]): Promise<string[] | undefined> {
    const unknown = await this.unknownOf(words)
    if (!unknown.length) return undefined
    const corrections = new Map(
      await Promise.all(unknown.map(async (word) => [word, await this.alternativesTo(word)] as const))
    )
    if ([...corrections.values()].some((alternatives) => !alternatives)) return undefined
    return words.map((word) => corrections.get(word) ?? word)
  }

  private async unknownOf(words: readonly string[]): Promise<string[]> {
    const { rows } = await this.knex.raw<{ rows: { word: string }[] }>(
      `select distinct word from unnest(?::text[]) as word
        where not exists (select 1 from gw_catalog_word w where w.word = word.word)`,
      [[...words]]
    )
    return rows.map(({ word }) => word)
  }

  /** The words of the catalog with the fewest mistakes between, separated by spaces. */
  private async alternativesTo(word: string): Promise<string> {
    const { rows } = await this.knex.raw<{ rows: { word: string }[] }>(
      "select gw_catalog_similar(?) as word",
      [word]
    )
    const near = rows
      .map((row) => ({ word: row.word, mistakes: mistakesBetween(word, row.word) }))
      .filter(({ mistakes }) => mistakes <= forgivenIn(word))
    const fewest = Math.min(...near.map(({ mistakes }) => mistakes))
    return near
      .flatMap((one) => (one.mistakes === fewest ? one.word : []))
      .slice(0, MOST_ALTERNATIVES)
      .join(" ")
  }
}

const MOST_ALTERNATIVES = 5

const lower = (text: string) => text.toLowerCase()

function beginningWith(words: readonly string[]): Position {
  return { words, score: null, number: null }
}

function cursorAfter(words: readonly string[], { score, number }: Row): string {
  return Buffer.from(JSON.stringify([words.join(","), score, Number(number)])).toString("base64url")
}

const WORDS = /^[\p{L}\p{N}, ]{0,2000}$/u

function positionIn(cursor: string): Position | undefined {
  try {
    const [words, score, number] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[]
    if (typeof words !== "string" || !WORDS.test(words)) return undefined
    if (!Number.isInteger(score) || !Number.isSafeInteger(number)) return undefined
    const within = Math.abs(Number(score)) <= 2 ** 31 - 1
    const parts = words.split(",").flatMap((word) => word.trim() || [])
    return within ? { words: parts, score: Number(score), number: Number(number) } : undefined
  } catch {
    return undefined
  }
}
