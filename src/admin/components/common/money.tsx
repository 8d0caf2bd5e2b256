import { exponentOf, toDecimal } from "../../../domain/money"
import { useText } from "../../i18n/use-text"

/** Formats an amount in minor units for a language, always with the currency code. */
export function formatMoney(amount: number, currency: string, language: string): string {
  const digits = exponentOf(currency)
  const format = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    currencyDisplay: "code",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(Number(toDecimal(amount, currency)))
}

/** An amount in minor units, formatted in the user's language. */
export function Money({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  const { language } = useText()
  return <span className="tabular-nums">{formatMoney(amount, currency, language)}</span>
}
