import { DISPLAY_STATUSES } from "../../../domain/display-status"
import { VIEW_LISTS } from "../../../domain/saved-view"
import { usePayments } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { ExportButton } from "../common/export-button"
import { useSorting } from "../common/sorting"
import { AgentFilter } from "../filters/agent-filter"
import { ChoiceFilter } from "../filters/choice-filter"
import { CurrencyFilter } from "../filters/currency-filter"
import { DaysFilter } from "../filters/days-filter"
import { FilterBar } from "../filters/filter-bar"
import { TextFilter } from "../filters/text-filter"
import { useFilters } from "../filters/use-filters"
import { SavedViews } from "../views/saved-views"
import { PaymentTable } from "./payment-table"

/** What the table is filtered and sorted by. */
const { filters: FILTERS, sorts: SORTS } = VIEW_LISTS.payments

/** All payments, filtered by search text, status, agent, days and currency. */
export function PaymentList() {
  const t = useText()
  const filters = useFilters(FILTERS)
  const sorting = useSorting(SORTS)
  const { created_from, created_to } = filters.values
  return (
    <div className="divide-y border-t">
      <SavedViews list="payments" />
      <FilterBar
        of={filters}
        actions={<ExportButton list="payments" query={filters.values} from={created_from} to={created_to} />}
      >
        <TextFilter
          of={filters}
          name="q"
          is_wide
          label={t("common.search")}
          hint={t("payments.search_hint")}
        />
        <ChoiceFilter
          of={filters}
          name="display_status"
          label={t("payments.status")}
          options={DISPLAY_STATUSES.map((status) => [status, t(`payment_states.${status}`)])}
        />
        <AgentFilter of={filters} />
        <ChoiceFilter
          of={filters}
          name="requested_by"
          label={t("payments.requested_by")}
          options={[["agent", t("payments.by_agents")]]}
        />
        <CurrencyFilter of={filters} />
        <DaysFilter of={filters} from="created_from" to="created_to" />
      </FilterBar>
      <PaymentTable
        of={usePayments({ ...filters.values, order: sorting.order })}
        sorting={sorting}
        empty={{ title: t("payments.empty"), about: t("payments.empty_about") }}
        is_narrowed={filters.is_narrowed}
        more="route"
      />
    </div>
  )
}

/** The payments that need manual review, with the reason. */
export function ReviewQueue() {
  const t = useText()
  const sorting = useSorting(SORTS)
  return (
    <div className="border-t">
      <PaymentTable
        of={usePayments({ review: "true", order: sorting.order })}
        sorting={sorting}
        empty={{ title: t("payments.empty_review"), about: t("payments.empty_review_about"), why: "good" }}
        more="why"
      />
    </div>
  )
}
