import type { Agent } from "../../api/agents"
import { useText } from "../../i18n/use-text"
import { Section } from "../common/section"
import { WINDOWS } from "../rules/limits-draft"

/** The calls of an agent in the current windows, with its rate limits. */
export function Usage({ of: { usage } }: { readonly of: Agent }) {
  const t = useText()
  return (
    <Section title={t("agents.usage")} about={t("agents.usage_about")}>
      <div className="grid gap-x-12 gap-y-4 px-6 py-4 sm:grid-cols-3">
        {WINDOWS.map((window) => (
          <Meter key={window} label={t(`agents.this_${window}`)} {...usage[window]} />
        ))}
      </div>
    </Section>
  )
}

interface MeterProps {
  readonly label: string
  readonly used: number
  readonly limit: number | null
}

function Meter({ label, used, limit }: MeterProps) {
  const t = useText()
  const summary = limit === null ? `${used} · ${t("rules.no_limit")}` : `${used} / ${limit}`
  const share = limit ? Math.min(1, used / limit) : 0
  return (
    <div className="txt-small flex min-w-0 flex-col gap-1">
      <div className="flex justify-between gap-2">
        <span className="text-ui-fg-subtle">{label}</span>
        <span className="tabular-nums">{summary}</span>
      </div>
      {limit !== null && (
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={summary}
          className="bg-ui-bg-component h-2 overflow-hidden rounded-full"
        >
          <div
            className={`h-full ${share < 0.9 ? "bg-ui-tag-blue-icon" : "bg-ui-tag-red-icon"}`}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </div>
  )
}
