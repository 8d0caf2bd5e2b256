/** Where a page ended, and the words that were looked for, which a mistyped query has had corrected. */
export interface Position {
  readonly words: readonly string[]
  readonly score: number | null
  readonly number: number | null
}

/** The beginning of what has all of the words. */
export function beginningWith(words: readonly string[]): Position {
  return { words, score: null, number: null }
}

/** Where the next page begins: opaque to clients, and no secret. */
export function cursorAfter(words: readonly string[], score: number, number: number): string {
  return Buffer.from(JSON.stringify([words.join(","), score, number])).toString("base64url")
}

/** A longer query is looked for by its beginning. */
export const LONGEST_QUERY = 20

const WORDS = /^[\p{L}\p{N}, ]{0,2000}$/u

/** What `cursorAfter` was given; undefined for anything else. */
export function positionIn(cursor: string): Position | undefined {
  try {
    const [words, score, number] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[]
    if (typeof words !== "string" || !WORDS.test(words)) return undefined
    if (!Number.isInteger(score) || !Number.isSafeInteger(number)) return undefined
    const within = Math.abs(Number(score)) <= 2 ** 31 - 1 && words.split(",").length <= LONGEST_QUERY
    const parts = words.split(",").flatMap((word) => word.trim().replace(/ +/g, " ") || [])
    return within ? { words: parts, score: Number(score), number: Number(number) } : undefined
  } catch {
    return undefined
  }
}
