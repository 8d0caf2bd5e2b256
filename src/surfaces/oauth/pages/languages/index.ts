import { languageOf, type Language } from "../../../../gateway/pages/language"
import type { Texts } from "../oauth-texts"
import { en } from "./en"
import { ro } from "./ro"

const TEXTS: Readonly<Record<Language, Texts>> = { en, ro }

/** Every language of the pages. */
export const LANGUAGES: readonly Texts[] = Object.values(TEXTS)

/** The texts in the available language that the browser prefers. */
export const textsFor = (acceptLanguage: string | undefined): Texts => TEXTS[languageOf(acceptLanguage)]
