/** Letters without a Unicode decomposition, and their usual spelling without diacritics. */
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

/** The normalized text: lowercase and without diacritics. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELLED[letter] ?? letter)
}

/** The first `most` words of a text, in order. Each is cut after 40 characters. */
export function wordsOf(text: string, most = Infinity): string[] {
  const words: string[] = []
  for (const [word] of plain(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    if (words.length >= most) break
    words.push(word.slice(0, LONGEST_WORD))
  }
  return words
}

/** How many typing mistakes are tolerated in a word, by its length. */
export function toleratedMistakes(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/**
 * The number of letters to add, remove, replace or swap with their neighbor to turn one word into the other
 * (optimal string alignment).
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
