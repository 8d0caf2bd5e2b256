/**
 * The known word that a misspelled one most probably stands for; undefined if none is similar: at most a quarter of the
 * known word's letters may differ, so a word of less than four letters has no misspelling. Upper and lower case do not
 * differ.
 */
export function nearest(misspelled: string, known: readonly string[]): string | undefined {
  const word = misspelled.slice(0, LONGEST).toLowerCase()
  const similar = known
    .map((one) => ({ one, distance: distanceOf(word, one.toLowerCase()) }))
    .filter(({ one, distance }) => distance <= Math.floor(one.length / 4))
  return similar.sort((one, other) => one.distance - other.distance)[0]?.one
}

/** Longer words are similar to no known one. */
const LONGEST = 100

/** How many letters must be inserted, removed or replaced to make one word the other (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) row = nextRow(row, letter, other, index + 1)
  return row[other.length] as number
}

function nextRow(above: readonly number[], letter: string, other: string, first: number): number[] {
  const row = [first]
  for (let at = 0; at < other.length; at++) {
    const replaced = (above[at] as number) + (other[at] === letter ? 0 : 1)
    row.push(Math.min(replaced, (above[at + 1] as number) + 1, (row[at] as number) + 1))
  }
  return row
}
