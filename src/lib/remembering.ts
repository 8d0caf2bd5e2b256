/**
 * A function that returns the results of `compute`, and keeps those of the texts that were used last, as long as these texts
 * have at most `most` characters in all. A result depends on its text only.
 */
export function remembering<Result extends object>(
  compute: (text: string) => Result,
  most: number
): (text: string) => Result {
  // A map lists its keys in the order in which they were added.
  const kept = new Map<string, Result>()
  let size = 0
  const forget = (text: string) => {
    if (kept.delete(text)) size -= text.length
  }
  return (text) => {
    const result = kept.get(text) ?? compute(text)
    forget(text)
    kept.set(text, result)
    size += text.length
    for (const oldest of kept.keys()) {
      if (size <= most) break
      forget(oldest)
    }
    return result
  }
}
