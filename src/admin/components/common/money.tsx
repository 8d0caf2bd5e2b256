import { exponentOf, toDecimal } from "../../../domain/money"
import { useText } from "../../i18n/use-text"

/** An amount in minor units, as the language writes it; its currency is always told by its code. */
export function formatMoney(amount: number, currency: string, language: string): string {
  const digits = exponentOf(currency)
  const format = new Intl.NumberFormat(language, {
    ...{ style: "currency", currency, currencyDisplay: "code" },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  })
  return format.format(Number(toDecimal(amount, currency)))
}

/** An amount in minor units. */
export function Money({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  const { language } = useText()
  return <span className="tabular-nums">{formatMoney(amount, currency, language)}</span>
}
