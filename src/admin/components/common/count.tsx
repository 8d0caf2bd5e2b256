import { useText } from "../../i18n/use-text"

/** How far the server counts. */
export const COUNTED = { attention: 100, waiting: 1000, deliveries: 10_000 } as const

/** A number that was counted no further than `limit`. */
export function Count({ of, limit }: { readonly of: number; readonly limit: number }) {
  const { language } = useText()
  return (
    <span className="tabular-nums">
      {of.toLocaleString(language)}
      {of >= limit && "+"}
    </span>
  )
}
