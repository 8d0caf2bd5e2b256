import { useTranslation } from "react-i18next"
import en from "../../i18n/en/checkup"
import { NAMESPACE } from "../../i18n/namespace"

type Data = Readonly<Record<string, unknown>>

/** The sentence of a code of the server's, with what goes into it; undefined for one that has none here. */
export function useTold(): (code: string, data: Data) => string | undefined {
  const { t, i18n } = useTranslation(NAMESPACE)
  return (code, data) => {
    if (!Object.hasOwn(en, code) && !Object.hasOwn(en, `${code}_other`)) return undefined
    const values = Object.entries(data).map(([name, value]) => [name, told(name, value, i18n.language)])
    return String(t(`checkup.${code}`, { ...Object.fromEntries(values) }))
  }
}

/** Times are told in the viewer's own zone, and lists by their names; a number stays one, as plurals go by it. */
function told(name: string, value: unknown, language: string): string | number {
  if (name === "at" || name === "since") return new Date(String(value)).toLocaleString(language)
  if (Array.isArray(value)) return value.map(nameOf).join(", ")
  return typeof value === "number" ? value : String(value)
}

function nameOf(one: unknown): string {
  const { name, products, currency } = one as { name?: string; products?: number; currency?: string }
  const more = products ?? currency
  return more === undefined ? String(name) : `${name} (${more})`
}
