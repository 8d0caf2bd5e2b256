/** One of several parts of a list. */
export interface Part {
  /** From 1 to `of`. */
  readonly number: number
  readonly of: number
}

/** Parses a text such as `2/4`. Throws one sentence for anything else. */
export function readPart(text: string): Part {
  const [, number, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text)?.map(Number) ?? []
  if (!number || !of || number > of)
    throw new Error(`--part must be a number and a count, such as 1/4 (got ${text}).`)
  return { number, of }
}

/**
 * Returns the entries of one part, in their order. Neighbors go to different parts, because faults of one area take about
 * as long as one another. All parts together have every entry once.
 */
export function partOf<Entry>(entries: readonly Entry[], { number, of }: Part): Entry[] {
  return entries.filter((_, index) => index % of === number - 1)
}
