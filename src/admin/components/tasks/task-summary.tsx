import type { TracedTask } from "../../api/tasks"
import { useText } from "../../i18n/use-text"
import { AgentLink } from "../common/agent-link"
import { Fact, Facts } from "../common/facts"
import { failureIn } from "../common/reason-words"
import { State } from "../common/state"
import { When } from "../common/when"
import { IdLinks } from "../common/id-links"
import { ApprovalFact } from "./task-approval"

/** The properties of a task in one list. */
export function TaskSummary({ task }: { readonly task: TracedTask }) {
  const t = useText()
  const { error, context_id, cancel_requested_at } = task
  return (
    <Facts>
      <Fact name={t("tasks.state")}>
        <State state={task.state} />
      </Fact>
      <Fact name={t("common.agent")}>
        <AgentLink id={task.client_id} name={task.client_name} />
      </Fact>
      <Fact name={t("tasks.payment")}>
        <IdLinks below="/agentic-commerce/payments" ids={task.payment_ids} />
      </Fact>
      <ApprovalFact task={task} />
      {error && <Fact name={t("tasks.error")}>{failureIn(error, t)}</Fact>}
      {context_id && <Fact name={t("tasks.conversation")}>{context_id}</Fact>}
      {cancel_requested_at && (
        <Fact name={t("tasks.cancel_requested")}>
          <When at={cancel_requested_at} />
        </Fact>
      )}
      <Fact name={t("common.created")}>
        <When at={task.created_at} />
      </Fact>
      <Fact name={t("common.updated")}>
        <When at={task.updated_at} />
      </Fact>
    </Facts>
  )
}
