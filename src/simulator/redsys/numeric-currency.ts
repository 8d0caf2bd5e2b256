const NUMERIC: Record<string, string> = {
  CHF: "756",
  CZK: "203",
  DKK: "208",
  EUR: "978",
  GBP: "826",
  HUF: "348",
  JPY: "392",
  KWD: "414",
  NOK: "578",
  PLN: "985",
  RON: "946",
  SEK: "752",
  USD: "840",
}

/** The numeric code of a terminal's currency; "0" for a currency that this mode does not know. */
export function numericCurrency(currency: string): string {
  return NUMERIC[currency] ?? "0"
}
