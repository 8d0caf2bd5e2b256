import { Link } from "react-router-dom"
import type { Approval } from "../../api/approvals"
import type { Text } from "../../i18n/use-text"
import { Money } from "../common/money"
import type { Column } from "../common/rows"
import { When } from "../common/when"

/** What is told of every payment that had to be asked for. */
export function columnsOf(t: Text): readonly Column<Approval>[] {
  return [
    {
      title: t("approvals.agent"),
      cell: ({ client_id, client_name }) => (
        <Link to={`/agentic-commerce/agents/${client_id}`} className="text-ui-fg-base underline">
          {client_name ?? client_id}
        </Link>
      ),
    },
    { title: t("approvals.amount"), is_number: true, cell: (approval) => <Money {...approval} /> },
    {
      title: t("approvals.purpose"),
      cell: ({ description, order_reference }) => order_reference ?? description,
    },
    { title: t("approvals.asked"), cell: ({ created_at }) => <When at={created_at} /> },
  ]
}
