import { isSearchable } from "../../../domain/list-search"
import { VIEW_LISTS } from "../../../domain/saved-view"
import { AUDIT_TYPES } from "../../../modules/policy/models/audit-entry"
import { useText } from "../../i18n/use-text"
import { Empty } from "../common/empty"
import { ExportButton } from "../common/export-button"
import { useSorting } from "../common/sorting"
import { AgentFilter } from "../filters/agent-filter"
import { ChoiceFilter } from "../filters/choice-filter"
import { DaysFilter } from "../filters/days-filter"
import { FilterBar } from "../filters/filter-bar"
import { TextFilter } from "../filters/text-filter"
import { useFilters } from "../filters/use-filters"
import { SavedViews } from "../views/saved-views"
import { Entries } from "./entries"

/** The audit log, filtered by search text, agent, type and days. */
export function AuditList() {
  const t = useText()
  const filters = useFilters(VIEW_LISTS.audit.filters)
  const sorting = useSorting(VIEW_LISTS.audit.sorts)
  const { q, from, to } = filters.values
  const canBeSearched = !q || isSearchable(q)
  return (
    <>
      <SavedViews list="audit" />
      <FilterBar
        of={filters}
        actions={canBeSearched && <ExportButton list="audit" query={filters.values} from={from} to={to} />}
      >
        <TextFilter of={filters} name="q" is_wide label={t("common.search")} hint={t("audit.search_hint")} />
        <AgentFilter of={filters} />
        <ChoiceFilter
          of={filters}
          name="type"
          label={t("audit.action")}
          options={AUDIT_TYPES.map((type) => [type, t.of("audit", type)])}
        />
        <DaysFilter of={filters} from="from" to="to" />
      </FilterBar>
      {canBeSearched ? (
        <Entries of={filters.values} sorting={sorting} is_narrowed={filters.is_narrowed} />
      ) : (
        <Empty title={t("common.nothing_found")} about={t("audit.not_searchable")} why="search" />
      )}
    </>
  )
}
