const LANGUAGES = ["en", "ro"] as const

/** A language of the public pages, BCP 47. */
export type Language = (typeof LANGUAGES)[number]

/** The language the browser likes best of those we have (RFC 9110 §12.5.4); English where it understands none of them. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? "").split(",").map(rangeOf)
  const liked = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { language } of liked) {
    const found = LANGUAGES.find((lang) => lang === language || language === "*")
    if (found) return found
  }
  return "en"
}

/** `ro-RO;q=0.8` is Romanian to us, liked with 0.8; what is no number is not liked at all. */
function rangeOf(range: string): { language: string | undefined; quality: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith("q="))
  return { language: tag.split("-")[0], quality: weight ? Number(weight.slice(2)) || 0 : 1 }
}
