import type { VIEW_LISTS } from "../../../domain/saved-view"
import { APPROVAL_STATUSES } from "../../../modules/policy/models/approval"
import { useText } from "../../i18n/use-text"
import { ExportButton } from "../common/export-button"
import { AgentFilter } from "../filters/agent-filter"
import { ChoiceFilter } from "../filters/choice-filter"
import { DaysFilter } from "../filters/days-filter"
import { FilterBar } from "../filters/filter-bar"
import { TextFilter } from "../filters/text-filter"
import type { Filters } from "../filters/use-filters"

interface Props {
  readonly of: Filters<(typeof VIEW_LISTS.approvals.filters)[number]>
}

/** The filters above the decided approvals, and the button that exports what they select. */
export function HistoryFilters({ of }: Props) {
  const t = useText()
  const { created_from, created_to, status = "decided" } = of.values
  return (
    <FilterBar
      of={of}
      actions={
        <ExportButton list="approvals" query={{ ...of.values, status }} from={created_from} to={created_to} />
      }
    >
      <TextFilter of={of} name="q" is_wide label={t("common.search")} hint={t("approvals.search_hint")} />
      <ChoiceFilter
        of={of}
        name="status"
        label={t("approvals.outcome")}
        options={APPROVAL_STATUSES.filter((one) => one !== "waiting").map((one) => [
          one,
          t.of("states", one),
        ])}
      />
      <ChoiceFilter
        of={of}
        name="kind"
        label={t("approvals.kind")}
        options={(["payment", "refund"] as const).map((kind) => [kind, t(`approvals.kind_${kind}`)])}
      />
      <AgentFilter of={of} />
      <DaysFilter of={of} from="created_from" to="created_to" />
    </FilterBar>
  )
}
