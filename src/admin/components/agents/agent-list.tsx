import { FLAVORS } from "../../../domain/scopes"
import { CLIENT_STATUSES } from "../../../modules/oauth/models/client"
import { type Agent, useAgents } from "../../api/agents"
import { type Text, useText } from "../../i18n/use-text"
import { Cut } from "../common/cut"
import { ExportButton } from "../common/export-button"
import type { Column } from "../common/table-props"
import { nameOf } from "../common/person-name"
import { Rows } from "../common/rows"
import { useSorting } from "../common/sorting"
import { State } from "../common/state"
import { When } from "../common/when"
import { ChoiceFilter } from "../filters/choice-filter"
import { FilterBar } from "../filters/filter-bar"
import { TextFilter } from "../filters/text-filter"
import { useFilters } from "../filters/use-filters"
import { SavedViews } from "../views/saved-views"
import { MoneyList } from "./money-list"
import { WithoutAccess } from "./without-access"

/**
 * The registered agents, filtered by name, status and channel. Agents without access are hidden until the user shows them
 * or filters by the status of revoked ones.
 */
export function AgentList() {
  const t = useText()
  const filters = useFilters(["q", "status", "flavor"])
  const shown = useFilters(["all"])
  const sorting = useSorting(["name"])
  const isHiding = !shown.values.all && filters.values.status !== "revoked"
  const query = { ...filters.values, ...(isHiding && { access: "true" }) }
  const agents = useAgents({ ...query, order: sorting.order })
  const isOffered = Boolean(shown.values.all) || agents.hidden > 0
  return (
    <>
      <SavedViews list="agents" />
      <FilterBar
        of={filters}
        actions={
          <div className="flex flex-wrap justify-end gap-2">
            {isOffered && <WithoutAccess of={shown} hidden={agents.hidden} />}
            <ExportButton list="agents" path="/clients" query={query} />
          </div>
        }
      >
        <TextFilter of={filters} name="q" label={t("agents.search")} />
        <ChoiceFilter
          of={filters}
          name="status"
          label={t("agents.status")}
          options={CLIENT_STATUSES.map((status) => [status, t.of("states", status)])}
        />
        <ChoiceFilter
          of={filters}
          name="flavor"
          label={t("agents.surface")}
          options={FLAVORS.map((flavor) => [flavor, flavor.toUpperCase()])}
        />
      </FilterBar>
      <Rows
        label={t("agents.title")}
        of={agents}
        columns={columnsIn(t)}
        sorting={sorting}
        keyOf={({ id }) => id}
        to={({ id }) => `/agentic-commerce/agents/${id}`}
        empty={
          agents.hidden
            ? { title: t("agents.none_with_access"), about: t("agents.none_with_access_about") }
            : { title: t("agents.empty"), about: t("agents.empty_about") }
        }
        is_narrowed={filters.is_narrowed}
      />
    </>
  )
}

const columnsIn = (t: Text): Column<Agent>[] => [
  {
    title: t("agents.name"),
    share: 25,
    on_card: "title",
    sort_by: "name",
    cell: ({ name }) => <Cut text={name} />,
  },
  { title: t("agents.surface"), cell: ({ flavor }) => flavor.toUpperCase() },
  { title: t("agents.status"), cell: ({ status }) => <State state={status} />, on_card: "beside_title" },
  { title: t("agents.consents"), cell: consentsOf, share: 20 },
  { title: t("agents.today"), cell: todayOf, is_number: true },
  { title: t("agents.revenue"), cell: ({ money }) => <MoneyList of={money} />, is_number: true },
  { title: t("agents.last_used"), cell: ({ last_used_at }) => <When at={last_used_at} /> },
]

function consentsOf({ consents: { live, people } }: Agent) {
  return live ? <Cut text={`${live} · ${people.map(nameOf).join(", ")}`} /> : "–"
}

function todayOf({ usage: { day } }: Agent) {
  return day.limit === null ? day.used : `${day.used} / ${day.limit}`
}
