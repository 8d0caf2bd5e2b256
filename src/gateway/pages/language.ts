const LANGUAGES = ["en", "ro"] as const

/** A language of the public pages, BCP 47. */
export type Language = (typeof LANGUAGES)[number]

/** The available language that the browser prefers (RFC 9110 §12.5.4); English when none is available. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? "").split(",").map(rangeOf)
  const accepted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { language } of accepted) {
    const found = LANGUAGES.find((lang) => lang === language || language === "*")
    if (found) return found
  }
  return "en"
}

/** `ro-RO;q=0.8` is `ro` with quality 0.8. An invalid quality counts as 0, which excludes the language. */
function rangeOf(range: string): { language: string | undefined; quality: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith("q="))
  return { language: tag.split("-")[0], quality: weight ? Number(weight.slice(2)) || 0 : 1 }
}
