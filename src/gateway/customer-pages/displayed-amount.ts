import { exponentOf, toDecimal } from "../../domain/money"

/** 150000 EUR -> "1,500.00 EUR" in English and "1.500,00 EUR" in Romanian. */
export function moneyIn(lang: string, minor: number, currency: string): string {
  const digits = exponentOf(currency)
  const format = new Intl.NumberFormat(lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${format.format(Number(toDecimal(minor, currency)))} ${currency}`
}
