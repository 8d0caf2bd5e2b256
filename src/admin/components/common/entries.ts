/** A list as it is shown to be edited: one entry a line. */
export const asLines = (entries: readonly string[]): string => entries.join("\n")

/** The entries of a text in which none has a space: one a line, or with spaces or commas between them. */
export const entriesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** Those of them that were refused, by their places, as they are told; undefined when none was. */
export function refusedIn(text: string, places: readonly string[]): string | undefined {
  const entries = entriesIn(text)
  return places.map((place) => entries[Number(place)] ?? place).join(", ") || undefined
}
