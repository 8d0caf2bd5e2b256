import { exponentOf, toDecimal } from "../domain/money"
import type { Price } from "./result"

/** An amount in minor units as a person of the locale reads it: 1999 EUR is "€19.99", or "19,99 EUR" in Romanian. */
export function priceText({ amount, currency }: Price, locale: string): string {
  const digits = exponentOf(currency)
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(Number(toDecimal(amount, currency)))
}
