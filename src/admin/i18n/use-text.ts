import { useTranslation } from "react-i18next"
import type en from "./en"
import { NAMESPACE } from "./namespace"

type Texts = typeof en
type Stem<Key> = Key extends `${infer Stem}_${"one" | "other"}` ? Stem : Key

/** The key of a text: its area and its name there, without the suffix of a plural form. */
export type TextKey = {
  [Area in keyof Texts]: `${Area}.${Stem<keyof Texts[Area] & string> & string}`
}[keyof Texts]

/** Returns a text of the admin in the user's language, with these values in it. */
export interface Text {
  (key: TextKey, values?: Readonly<Record<string, string | number>>): string
  /** The text for a code from the server, such as a status; the code itself when it has no text. */
  of(area: keyof Texts, code: string): string
  /** The language, for formatting (BCP 47). */
  readonly language: string
}

/** The texts of the pages in the user's language. */
export function useText(): Text {
  const { t, i18n } = useTranslation(NAMESPACE)
  const text = (key: string, values?: object) => String(t(key, { ...values }))
  const of = (area: string, code: string) => text(`${area}.${code}`, { defaultValue: code })
  return Object.assign(text, { of, language: i18n.language })
}
