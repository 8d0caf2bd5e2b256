/** The end of a page, and the searched words after spelling correction. */
export interface Position {
  readonly words: readonly string[]
  readonly score: number | null
  readonly number: number | null
}

/** The start of the results for these words. */
export function beginningWith(words: readonly string[]): Position {
  return { words, score: null, number: null }
}

/** The cursor of the next page. It is opaque to clients, but not secret. */
export function cursorAfter(words: readonly string[], score: number, number: number): string {
  return Buffer.from(JSON.stringify([words.join(","), score, number])).toString("base64url")
}

/** The maximum number of words in a query. Further words are ignored. */
export const LONGEST_QUERY = 20

const WORDS = /^[\p{L}\p{N}, ]{0,2000}$/u

/** Decodes a cursor of `cursorAfter`. Undefined if it is invalid. */
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
