/**
 * A function that returns the results of `compute`, and keeps those of some texts: never more than `most` characters of
 * text, and always the ones that were used last, up to half of that. A result depends on its text only.
 */
export function remembering<Result extends object>(
  compute: (text: string) => Result,
  most: number
): (text: string) => Result {
  // Two generations: an entry that is used often costs one lookup. To reorder one map on each use takes five times as long.
  let [newer, older] = [new Map<string, Result>(), new Map<string, Result>()]
  let size = 0
  return (text) => {
    const known = newer.get(text)
    if (known) return known
    const result = older.get(text) ?? compute(text)
    if (text.length > most / 2) return result
    size += text.length
    if (size > most / 2) {
      older = newer
      newer = new Map()
      size = text.length
    }
    newer.set(text, result)
    return result
  }
}
