import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { toleratedMistakes, mistakesBetween } from "../../domain/search-words"

const MOST_ALTERNATIVES = 5

/** Corrects words that the catalog does not contain. */
export class Spelling {
  constructor(private readonly knex: Knex) {}

  /** The words, with unknown ones replaced. Undefined if all are known, or if an unknown word has no similar one. */
  async correct(words: readonly string[]): Promise<string[] | undefined> {
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

  /** The most similar words of the catalog, separated by spaces. */
  private async alternativesTo(word: string): Promise<string> {
    const { rows } = await this.knex.raw<{ rows: { word: string }[] }>(
      "select gw_catalog_similar(?) as word",
      [word]
    )
    const near = rows
      .map((row) => ({ word: row.word, mistakes: mistakesBetween(word, row.word) }))
      .filter(({ mistakes }) => mistakes <= toleratedMistakes(word))
    const fewest = Math.min(...near.map(({ mistakes }) => mistakes))
    return near
      .flatMap((one) => (one.mistakes === fewest ? one.word : []))
      .slice(0, MOST_ALTERNATIVES)
      .join(" ")
  }
}
