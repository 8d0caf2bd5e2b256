import { en, type Texts } from "./en"
import { ro } from "./ro"

export type { Texts } from "./en"

/** A language of the document, and the locale by which it writes amounts (BCP 47). */
export interface Language {
  readonly lang: string
  readonly locale: string
  readonly texts: Texts
}

/** Romanian for a Romanian locale, otherwise English. */
export function languageFor(locale: string): Language {
  if (/^ro\b/i.test(locale)) return { lang: "ro", locale, texts: ro }
  return { lang: "en", locale: /^en\b/i.test(locale) ? locale : "en", texts: en }
}
