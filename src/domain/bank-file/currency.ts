import { currencyOfNumber } from "../currency-numbers"
import { isCurrency } from "../money"

/** EUR, eur, 978, € -> EUR. Undefined for any other text. */
export function currencyIn(text: string): string | undefined {
  if (text === "€") return "EUR"
  const code = text.toUpperCase()
  return isCurrency(code) ? code : currencyOfNumber(text)
}
