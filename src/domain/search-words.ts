/** Letters that are no accented form of another one, and how they are typed without them. */
const SPELLED: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
}

const LONGEST_WORD = 40

/** A text as it is searched: lowercase and without accents. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELLED[letter] ?? letter)
}

/** The words of a text, at most `most` of them, in their order. What is longer than a word is cut off. */
export function wordsOf(text: string, most = Infinity): string[] {
  const words: string[] = []
  for (const [word] of plain(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    if (words.length >= most) break
    words.push(word.slice(0, LONGEST_WORD))
  }
  return words
}

/** How many typing mistakes a word of a length is forgiven. */
export function forgivenIn(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/**
 * How many letters must be typed in addition, left out, replaced or swapped with their neighbour to make one word of
 * the other (optimal string alignment).
 */
export function mistakesBetween(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], [...Array(b.length + 1).keys()]]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
