/** The numeric codes of ISO 4217 of the currencies in which cards are accepted, without leading zeros. */
export const CURRENCY_NUMBERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AUD: "36",
    BGN: "975",
    BRL: "986",
    CAD: "124",
    CHF: "756",
    CLP: "152",
    CNY: "156",
    COP: "170",
    CZK: "203",
    DKK: "208",
    EUR: "978",
    GBP: "826",
    HKD: "344",
    HUF: "348",
    ILS: "376",
    INR: "356",
    JPY: "392",
    KRW: "410",
    KWD: "414",
    MAD: "504",
    MXN: "484",
    MYR: "458",
    NOK: "578",
    NZD: "554",
    PEN: "604",
    PLN: "985",
    RON: "946",
    SAR: "682",
    SEK: "752",
    SGD: "702",
    THB: "764",
    TND: "788",
    TRY: "949",
    USD: "840",
    ZAR: "710",
  })
)

const BY_NUMBER = new Map([...CURRENCY_NUMBERS].map(([code, number]) => [number, code]))

/** "978" or "0978" -> EUR. Undefined for any other text. */
export function currencyOfNumber(number: string): string | undefined {
  return BY_NUMBER.get(number.replace(/^0+/, ""))
}
