import type { Approval } from "../../api/approvals"
import type { Text } from "../../i18n/use-text"
import { AgentLink } from "../common/agent-link"
import { Cut } from "../common/cut"
import type { Column } from "../common/table-props"
import { Money } from "../common/money"
import { TextLink } from "../common/text-link"
import { purposeOf } from "./basket-words"

/** The columns common to all approvals. */
export function columnsOf(t: Text): readonly Column<Approval>[] {
  return [
    {
      title: t("common.agent"),
      share: 20,
      cell: ({ client_id, client_name }) => <AgentLink id={client_id} name={client_name} />,
    },
    {
      title: t("approvals.amount"),
      is_number: true,
      on_card: "title",
      sort_by: "amount",
      cell: (approval) => <Money {...approval} />,
    },
    { title: t("approvals.purpose"), share: 30, cell: (approval) => purpose(approval, t) },
  ]
}

/** The purpose: a refund links to its order, a task to its page, and a checkout shows all lines as a tooltip. */
function purpose(approval: Approval, t: Text) {
  const [short, whole] = purposeOf(approval, t)
  const page = pageOf(approval)
  if (!page) return <Cut text={whole}>{short}</Cut>
  return (
    <TextLink to={page} title={whole}>
      {short}
    </TextLink>
  )
}

function pageOf({ kind, order_id, task_id }: Approval): string | undefined {
  if (kind === "refund" && order_id) return `/orders/${order_id}`
  return task_id ? `/agentic-commerce/tasks/${task_id}` : undefined
}
