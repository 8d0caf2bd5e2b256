import { Button } from "@medusajs/ui"
import type { Reconciliation } from "../../../domain/bank-file/reconciliation"
import type { ComparedFile } from "../../api/reconciliations"
import { type Text, useText } from "../../i18n/use-text"
import { dayText } from "../common/day"
import { Empty } from "../common/empty"
import { Note } from "../common/note"
import { Section } from "../common/section"
import { ComparedSums } from "./compared-sums"
import { DifferenceTable } from "./difference-table"
import { ExportDifferences } from "./export-differences"
import { totalOf } from "./total"

interface Props {
  readonly of: ComparedFile
  readonly is_busy: boolean
  again(): void
}

/** The result of a comparison: the differences, and the sums of the compared operations. */
export function ComparisonResult({ of: { name, result }, is_busy, again }: Props) {
  const t = useText()
  const count = totalOf(result)
  const actions = (
    <>
      {count > 0 && <ExportDifferences of={result} />}
      <Button size="small" variant="secondary" isLoading={is_busy} onClick={again}>
        {t("reconciliation.again")}
      </Button>
    </>
  )
  const found = count ? t("reconciliation.found", { count }) : t("reconciliation.none")
  return (
    <>
      <Section title={found} about={`${name}: ${scopeOf(result, t)}`} actions={actions}>
        {!result.period && <Note>{t("reconciliation.no_dates")}</Note>}
        {result.has_more && <Note>{t("reconciliation.first", { number: result.differences.length })}</Note>}
        {count ? (
          <DifferenceTable of={result.differences} again={again} />
        ) : (
          <Empty
            why="good"
            title={t("reconciliation.none")}
            about={t(result.sums.length ? "reconciliation.none_about" : "reconciliation.none_compared")}
          />
        )}
      </Section>
      {result.sums.length > 0 && (
        <Section title={t("reconciliation.sums")} about={t("reconciliation.sums_about")}>
          <ComparedSums of={result.sums} />
        </Section>
      )}
    </>
  )
}

/** `March 1 – March 31, 42 operations, 3 of them not counted` */
function scopeOf({ period, rows, ignored }: Reconciliation, t: Text): string {
  const days =
    period && [...new Set([period.from, period.to])].map((day) => dayText(day, t.language)).join(" – ")
  const counted = t("reconciliation.rows", { count: rows })
  const left_out = ignored > 0 && t("reconciliation.ignored", { count: ignored })
  return [days, counted, left_out].filter(Boolean).join(", ")
}
