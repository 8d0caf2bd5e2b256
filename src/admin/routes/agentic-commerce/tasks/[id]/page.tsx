import { useParams } from "react-router-dom"
import { useTask } from "../../../../api/tasks"
import { Crumb } from "../../../../components/common/crumb"
import { Fact, Facts } from "../../../../components/common/facts"
import { LIST } from "../../../../components/common/lists"
import { LoadedPage } from "../../../../components/common/loaded-page"
import { Note } from "../../../../components/common/note"
import { Page } from "../../../../components/common/page"
import { Section } from "../../../../components/common/section"
import { When } from "../../../../components/common/when"
import { Members } from "../../../../components/tasks/members"
import { waitsForApproval, WaitsForApproval } from "../../../../components/tasks/task-approval"
import { TaskSummary } from "../../../../components/tasks/task-summary"
import { useText } from "../../../../i18n/use-text"

/** One task: its agent, its input, its progress and its results. */
export default function TaskPage() {
  const t = useText()
  const { id = "" } = useParams()
  return (
    <Page>
      <LoadedPage title={t("tasks.one")} of={useTask(id)} list={LIST.tasks}>
        {({ task }) => (
          <>
            <WaitsForApproval task={task} />
            <Section level="h1" title={task.task_id} about={task.skill_id ?? ""}>
              <TaskSummary task={task} />
            </Section>
            <Section title={t("tasks.states")}>
              <Facts>
                {task.states.map(({ state, at }) => (
                  <Fact key={state} name={t.of("states", state)}>
                    <When at={at} is_exact />
                  </Fact>
                ))}
              </Facts>
            </Section>
            <Section title={t("tasks.input")} about={t("tasks.input_about")}>
              {task.input ? (
                <Members of={task.input} />
              ) : (
                <Note>{t(waitsForApproval(task) ? "tasks.input_at_approval" : "tasks.input_none")}</Note>
              )}
            </Section>
            <Section title={t("tasks.artifacts")}>
              {Object.keys(task.artifacts).length ? (
                <Members of={task.artifacts} />
              ) : (
                <Note>{t("tasks.artifacts_none")}</Note>
              )}
            </Section>
          </>
        )}
      </LoadedPage>
    </Page>
  )
}

export const handle = { breadcrumb: () => <Crumb text="tasks.one" /> }
