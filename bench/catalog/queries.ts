import { nameOf, textsOf } from "./texts"

/** How many names each kind of query is used with. */
const EACH = 10

/** The search texts: common words and rare ones, several together, an incomplete one, and misspelled ones. */
export const QUERIES: readonly string[] = Array.from({ length: EACH }, (_, n) => {
  const name = nameOf(n * 97 + 1)
  const [, kind] = textsOf(n * 97 + 1).title.split(" ")
  return [
    "mug",
    "leather jacket",
    name,
    `${name} ${kind}`,
    name.slice(0, 4),
    "embroid",
    mistyped(name),
    ["lether wallet", "candel", "blankt", "copper ketle"][n % 4] as string,
  ]
}).flat()

/** Swaps two letters of a word. */
function mistyped(word: string): string {
  return word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4)
}
