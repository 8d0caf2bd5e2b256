import { useTranslation } from "react-i18next"
import en from "../../i18n/en/diagnostics"
import { NAMESPACE } from "../../i18n/namespace"
import { momentText } from "../common/moment"
import { formatMoney } from "../common/money"

type Data = Readonly<Record<string, unknown>>

/**
 * Returns a function that gives the text for a code of the server, with its values filled in; undefined for a code
 * without a text.
 */
export function useCheckText(): (code: string, data: Data) => string | undefined {
  const { t, i18n } = useTranslation(NAMESPACE)
  return (code, data) => {
    if (!Object.hasOwn(en, code) && !Object.hasOwn(en, `${code}_other`)) return undefined
    const values = Object.entries(data).map(([name, value]) => [name, valueText(name, value, i18n.language)])
    return String(
      t(`diagnostics.${code}`, { ...Object.fromEntries(values), ...moneyIn(data, i18n.language) })
    )
  }
}

/**
 * Times are shown in the user's time zone, and lists as names. Numbers stay numbers, because plural forms depend on
 * them.
 */
function valueText(name: string, value: unknown, language: string): string | number {
  if (name === "at" || name === "since") return momentText(String(value), language)
  if (Array.isArray(value)) return value.map(nameOf).join(", ")
  return typeof value === "number" ? value : String(value)
}

/** An amount in minor units, formatted with its currency. */
function moneyIn({ amount, currency }: Data, language: string): { amount?: string } {
  if (typeof amount !== "number" || typeof currency !== "string") return {}
  return { amount: formatMoney(amount, currency, language) }
}

function nameOf(one: unknown): string {
  const { name, products, currency } = one as { name?: string; products?: number; currency?: string }
  const more = products ?? currency
  return more === undefined ? String(name) : `${name} (${more})`
}
