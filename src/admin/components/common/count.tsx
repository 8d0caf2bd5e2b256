import { useText } from "../../i18n/use-text"

/** The numbers at which the server stops counting. */
export const COUNTED = { attention: 100, waiting: 1000, deliveries: 10_000 } as const

/** A number, with a plus when the count stopped at `limit`. */
export function Count({ of, limit }: { readonly of: number; readonly limit: number }) {
  const { language } = useText()
  return (
    <span className="tabular-nums">
      {of.toLocaleString(language)}
      {of >= limit && "+"}
    </span>
  )
}
