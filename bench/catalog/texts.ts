/** The texts of a product of the bench. */
export interface Texts {
  readonly title: string
  readonly subtitle: string
  readonly description: string
}

const THINGS =
  "mug vase lamp chair table runner blanket jacket shirt scarf bowl plate kettle basket mirror candle carpet pillow clock notebook wallet backpack bottle apron towel shelf bench stool tray teapot"
const KINDS =
  "wooden woollen ceramic leather linen glass copper walnut cotton marble striped painted folding heavy slender vintage modern rustic quilted handmade waterproof recycled insulated embroidered"

const [things, kinds] = [THINGS.split(" "), KINDS.split(" ")]

const HEADS =
  "ba bre ca cor da dri el fa fro ga gli ha in jo ka lu ma ne or pa pli ra sa sto ta tru ul va wi za"
const MIDDLES = "la len mi no ra ri so ta ven xa bo der gu lin pe"
const TAILS = "n ra sk tor va lis mond ne th ria com del"

/** 5,400 invented words: the first ones are in many texts, the last ones in a few. */
const WORDS = TAILS.split(" ").flatMap((tail) =>
  MIDDLES.split(" ").flatMap((middle) => HEADS.split(" ").map((head) => head + middle + tail))
)

/** A product's name, which it shares with about one in several hundred. */
export const nameOf = (n: number): string => WORDS[(n * 2657) % WORDS.length] as string

/** The texts of product `n`, the same in every run. */
export function textsOf(n: number): Texts {
  const next = numbersFrom(n)
  const pick = (words: readonly string[]) => words[Math.floor(next() * words.length)] as string
  // The third power makes few words common and many rare, as in natural languages.
  const prose = (length: number) =>
    Array.from({ length }, () => WORDS[Math.floor(next() ** 3 * WORDS.length)] as string).join(" ")
  const [kind, thing] = [pick(kinds), pick(things)]
  return {
    title: [nameOf(n), kind, thing].map(capital).join(" "),
    subtitle: `${capital(pick(kinds))} ${pick(things)} by ${capital(prose(1))}`,
    description: `A ${kind} ${thing}. ${capital(prose(12))}. ${capital(prose(10))}, ${prose(6)}.`,
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
