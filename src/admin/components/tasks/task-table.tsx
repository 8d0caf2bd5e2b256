import type { Task } from "../../api/tasks"
import type { Listed } from "../../api/use-list"
import { useText } from "../../i18n/use-text"
import { type Column, Rows } from "../common/rows"
import { State } from "../common/state"
import { When } from "../common/when"

interface Props {
  readonly of: Listed<Task>
  readonly empty: "empty" | "empty_found"
}

/** Tasks as a table. */
export function TaskTable({ of, empty }: Props) {
  const t = useText()
  const columns: Column<Task>[] = [
    { title: t("tasks.created"), cell: ({ created_at }) => <When at={created_at} /> },
    { title: t("tasks.state"), cell: ({ state }) => <State state={state} /> },
    { title: t("tasks.skill"), cell: ({ skill_id }) => skill_id ?? "–" },
    { title: t("tasks.agent"), cell: ({ client_name, client_id }) => client_name ?? client_id },
    { title: t("tasks.payment"), cell: ({ payment_id }) => payment_id ?? "–" },
  ]
  return (
    <Rows
      label={t("tasks.title")}
      of={of}
      columns={columns}
      keyOf={({ task_id }) => task_id}
      to={({ task_id }) => `/agentic-commerce/tasks/${task_id}`}
      empty={{ title: t(`tasks.${empty}`), about: t(`tasks.${empty}_about`) }}
    />
  )
}
