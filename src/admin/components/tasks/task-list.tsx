import { VIEW_LISTS } from "../../../domain/saved-view"
import { TASK_STATES } from "../../../domain/task"
import { type Task, useTasks } from "../../api/tasks"
import { type Text, useText } from "../../i18n/use-text"
import { AgentLink } from "../common/agent-link"
import { ExportButton } from "../common/export-button"
import type { Column } from "../common/table-props"
import { Rows } from "../common/rows"
import { useSorting } from "../common/sorting"
import { State } from "../common/state"
import { TextLink } from "../common/text-link"
import { When } from "../common/when"
import { AgentFilter } from "../filters/agent-filter"
import { ChoiceFilter } from "../filters/choice-filter"
import { FilterBar } from "../filters/filter-bar"
import { TextFilter } from "../filters/text-filter"
import { useFilters } from "../filters/use-filters"
import { SavedViews } from "../views/saved-views"

/** The skills to filter by. Their names are the same in every language. */
const SKILLS = [
  "create_payment",
  "query_payment_status",
  "capture_payment",
  "refund_payment",
  "tokenize_card",
  "recurrent_charge",
  "list_payments",
]

/** The tasks of agents, filtered by search text, state, skill and agent. */
export function TaskList() {
  const t = useText()
  const filters = useFilters(VIEW_LISTS.tasks.filters)
  const sorting = useSorting(VIEW_LISTS.tasks.sorts)
  return (
    <>
      <SavedViews list="tasks" />
      <FilterBar of={filters} actions={<ExportButton list="tasks" query={filters.values} />}>
        <TextFilter of={filters} name="q" is_wide label={t("common.search")} hint={t("tasks.search_hint")} />
        <ChoiceFilter
          of={filters}
          name="state"
          label={t("tasks.state")}
          options={TASK_STATES.map((state) => [state, t.of("states", state)])}
        />
        <ChoiceFilter
          of={filters}
          name="skill"
          label={t("tasks.skill")}
          options={SKILLS.map((skill) => [skill, skill])}
        />
        <AgentFilter of={filters} />
      </FilterBar>
      <Rows
        label={t("tasks.title")}
        of={useTasks({ ...filters.values, order: sorting.order })}
        columns={columnsIn(t)}
        sorting={sorting}
        keyOf={({ task_id }) => task_id}
        to={({ task_id }) => `/agentic-commerce/tasks/${task_id}`}
        empty={{ title: t("tasks.empty"), about: t("tasks.empty_about") }}
        is_narrowed={filters.is_narrowed}
      />
    </>
  )
}

const columnsIn = (t: Text): Column<Task>[] => [
  {
    title: t("common.created"),
    sort_by: "created_at",
    cell: ({ created_at }) => <When at={created_at} />,
  },
  { title: t("tasks.state"), cell: ({ state }) => <State state={state} />, on_card: "beside_title" },
  { title: t("tasks.skill"), cell: ({ skill_id }) => skill_id ?? "–", on_card: "title" },
  {
    title: t("common.agent"),
    share: 25,
    cell: ({ client_id, client_name }) => <AgentLink id={client_id} name={client_name} />,
  },
  {
    title: t("tasks.payment"),
    cell: ({ payment_id }) =>
      payment_id ? <TextLink to={`/agentic-commerce/payments/${payment_id}`}>{payment_id}</TextLink> : "–",
  },
]
