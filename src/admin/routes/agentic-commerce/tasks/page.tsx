import { defineRouteConfig } from "@medusajs/admin-sdk"
import { useSearchParams } from "react-router-dom"
import { type TaskQuery, useTasks } from "../../../api/tasks"
import { Crumb } from "../../../components/common/crumb"
import { Section } from "../../../components/common/section"
import { ClearFilters } from "../../../components/payments/payment-filters"
import { TaskFilters } from "../../../components/tasks/task-filters"
import { TaskTable } from "../../../components/tasks/task-table"
import { useText } from "../../../i18n/use-text"

const FILTERS = ["state", "skill", "client_id"] as const

/** Tasks: what agents have asked for. What is shown is in the address. */
export default function TasksPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const query: TaskQuery = Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? undefined]))
  const narrowed = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const show = (chosen: TaskQuery) =>
    setParams(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)), { replace: true })
  return (
    <Section level="h1" title={t("tasks.title")} about={t("tasks.subtitle")}>
      <TaskFilters query={query} change={show} />
      {narrowed.length > 0 && (
        <div className="px-6 py-2">
          <ClearFilters clear={() => show({})} />
        </div>
      )}
      <TaskTable of={useTasks(query)} empty={narrowed.length ? "empty_found" : "empty"} />
    </Section>
  )
}

export const config = defineRouteConfig({ label: "tasks.menu", translationNs: "agentic_commerce", rank: 4 })

export const handle = { breadcrumb: () => <Crumb text="tasks.menu" /> }
