import { Text } from "@medusajs/ui"
import { Link, useParams } from "react-router-dom"
import { type TracedTask, useTask } from "../../../../api/tasks"
import { Fact, Facts } from "../../../../components/common/facts"
import { Loaded } from "../../../../components/common/loaded"
import { Section } from "../../../../components/common/section"
import { State } from "../../../../components/common/state"
import { When } from "../../../../components/common/when"
import { Members } from "../../../../components/tasks/members"
import { useText } from "../../../../i18n/use-text"

/** One task: who has asked for what, how far it has come and what came of it. */
export default function TaskPage() {
  const t = useText()
  const { id = "" } = useParams()
  return (
    <Loaded of={useTask(id)}>
      {({ task }) => (
        <>
          <Section level="h1" title={task.task_id} about={task.skill_id ?? ""}>
            <Summary task={task} />
          </Section>
          <Section title={t("tasks.states")}>
            <Facts>
              {task.states.map(({ state, at }) => (
                <Fact key={state} name={t.of("states", state)}>
                  <When at={at} />
                </Fact>
              ))}
            </Facts>
          </Section>
          <Section title={t("tasks.input")} about={t("tasks.input_about")}>
            {task.input ? <Members of={task.input} /> : <Nothing>{t("tasks.input_none")}</Nothing>}
          </Section>
          <Section title={t("tasks.artifacts")}>
            {Object.keys(task.artifacts).length ? (
              <Members of={task.artifacts} />
            ) : (
              <Nothing>{t("tasks.artifacts_none")}</Nothing>
            )}
          </Section>
        </>
      )}
    </Loaded>
  )
}

function Nothing({ children }: { readonly children: string }) {
  return (
    <Text size="small" className="text-ui-fg-subtle px-6 py-4">
      {children}
    </Text>
  )
}

const LINK = "text-ui-fg-base font-medium break-all underline"

function Summary({ task }: { readonly task: TracedTask }) {
  const t = useText()
  return (
    <Facts>
      <Fact name={t("tasks.state")}>
        <State state={task.state} />
      </Fact>
      <Fact name={t("tasks.agent")}>
        <Link className={LINK} to={`/agentic-commerce/agents/${task.client_id}`}>
          {task.client_name ?? task.client_id}
        </Link>
      </Fact>
      <Fact name={t("tasks.payment")}>
        {task.payment_ids.map((id) => (
          <Link key={id} className={LINK} to={`/agentic-commerce/payments/${id}`}>
            {id}
          </Link>
        ))}
      </Fact>
      {task.error && <Fact name={t("tasks.error")}>{`${task.error.message} (${task.error.code})`}</Fact>}
      {task.context_id && <Fact name={t("tasks.conversation")}>{task.context_id}</Fact>}
      {task.cancel_requested_at && (
        <Fact name={t("tasks.cancel_requested")}>
          <When at={task.cancel_requested_at} />
        </Fact>
      )}
      <Fact name={t("tasks.created")}>
        <When at={task.created_at} />
      </Fact>
      <Fact name={t("tasks.updated")}>
        <When at={task.updated_at} />
      </Fact>
    </Facts>
  )
}

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => params.id ?? "",
}
