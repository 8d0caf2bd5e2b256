import { BankError } from "../driver"

/** The numeric codes of ISO 4217, as Redsys writes them: without leading zeros. */
const NUMERIC = new Map(
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

/** The currencies that the driver knows, as uppercase ISO 4217 codes. */
export const REDSYS_CURRENCIES: readonly string[] = [...NUMERIC.keys()]

const ALPHABETIC = new Map([...NUMERIC].map(([code, numeric]) => [numeric, code]))

/** EUR -> "978". Throws BankError, not executed, for a currency that the driver does not know. */
export function numericCodeOf(currency: string): string {
  const numeric = NUMERIC.get(currency)
  if (numeric) return numeric
  throw new BankError("currency_not_supported", "not_executed", `Redsys has no terminal for ${currency}`)
}

/** "978" or "0978" -> EUR. Undefined for any other text. */
export function currencyOf(numeric: string): string | undefined {
  return ALPHABETIC.get(numeric.replace(/^0+/, ""))
}
