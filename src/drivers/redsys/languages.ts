/** The languages of Redsys' payment page by their ISO 639-1 code. */
const LANGUAGES = new Map(
  Object.entries({
    es: "1",
    en: "2",
    ca: "3",
    fr: "4",
    de: "5",
    nl: "6",
    it: "7",
    sv: "8",
    pt: "9",
    pl: "11",
    gl: "12",
    eu: "13",
    bg: "100",
    hr: "191",
    cs: "203",
    da: "208",
    et: "233",
    fi: "246",
    el: "300",
    hu: "348",
    lv: "428",
    lt: "440",
    mt: "470",
    ro: "642",
    sk: "703",
    sl: "705",
  })
)

/** "ro" or "ro-RO" -> "642". Undefined if Redsys has no page in this language; it then uses the terminal's. */
export function languageCodeOf(locale: string): string | undefined {
  const [language = ""] = locale.toLowerCase().split("-")
  return LANGUAGES.get(language)
}
