/** A list as text for editing: one entry per line. */
export const asLines = (entries: readonly string[]): string => entries.join("\n")

/** The entries of a text, separated by line breaks, spaces or commas. */
export const entriesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** The refused entries at these indexes, joined with commas; undefined when there are none. */
export function refusedIn(text: string, places: readonly string[]): string | undefined {
  const entries = entriesIn(text)
  return places.map((place) => entries[Number(place)] ?? place).join(", ") || undefined
}
