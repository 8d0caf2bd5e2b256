/** Results of longer texts are not kept, so that there is a limit to the memory that all of them take. */
const LONGEST = 20_000

/** A function that returns the results of `compute`, of which it keeps the last `most`. A result depends on its text only. */
export function remembering<Result extends object>(
  compute: (text: string) => Result,
  most: number
): (text: string) => Result {
  const kept = new Map<string, Result>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known
    const result = compute(text)
    if (text.length > LONGEST) return result
    // A map lists its keys in the order in which they were added.
    const [oldest] = kept.keys()
    if (kept.size === most && oldest !== undefined) kept.delete(oldest)
    kept.set(text, result)
    return result
  }
}
