import type { CurrencyFunnel } from "../../../domain/funnel"
import { useText } from "../../i18n/use-text"

/** Why checkouts and payments were not paid, the most frequent reason first; what is under way is not dropped. */
export function Dropped({ of: { dropped, pending } }: { readonly of: CurrencyFunnel }) {
  const t = useText()
  const reasons = dropped.map(({ reason, code, count }) => ({
    key: `${reason} ${code}`,
    text: t.of("overview", `drop_${reason}`) + (code ? ` (${code})` : ""),
    count,
  }))
  const all = pending
    ? [...reasons, { key: "pending", text: t("overview.pending"), count: pending }]
    : reasons
  if (!all.length) return <p className="txt-small text-ui-fg-subtle">{t("overview.nothing_dropped")}</p>
  return (
    <ul className="txt-small flex flex-col gap-1">
      {all.map(({ key, text, count }) => (
        <li key={key} className="flex justify-between gap-3">
          <span className="min-w-0 break-words">{text}</span>
          <span className="tabular-nums">{count}</span>
        </li>
      ))}
    </ul>
  )
}
