import type { Texts } from "../texts"
import { en } from "./en"
import { ro } from "./ro"

/** Every language of the pages; the first is spoken to whoever understands none of them. */
export const LANGUAGES: readonly Texts[] = [en, ro]

/** The texts in the language the browser likes best of those we have (RFC 9110 §12.5.4). */
export function textsFor(acceptLanguage: string | undefined): Texts {
  const ranges = (acceptLanguage ?? "").split(",").map(rangeOf)
  const liked = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { language } of liked) {
    const texts = LANGUAGES.find(({ lang }) => lang === language || language === "*")
    if (texts) return texts
  }
  return en
}

/** `ro-RO;q=0.8` is Romanian to us, liked with 0.8; what is no number is not liked at all. */
function rangeOf(range: string): { language: string | undefined; quality: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith("q="))
  return { language: tag.split("-")[0], quality: weight ? Number(weight.slice(2)) || 0 : 1 }
}
