import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { Page } from "../../../components/common/page"
import { Section } from "../../../components/common/section"
import { TaskList } from "../../../components/tasks/task-list"
import { useText } from "../../../i18n/use-text"

/** Agentic Commerce › Tasks: the tasks of agents. */
export default function TasksPage() {
  const t = useText()
  return (
    <Page>
      <Section level="h1" title={t("tasks.title")} about={t("tasks.subtitle")}>
        <TaskList />
      </Section>
    </Page>
  )
}

export const config = defineRouteConfig({ label: "tasks.menu", translationNs: "agentic_commerce", rank: 4 })

export const handle = { breadcrumb: () => <Crumb text="tasks.menu" /> }
