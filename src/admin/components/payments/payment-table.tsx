import { Text } from "@medusajs/ui"
import type { Payment } from "../../api/payments"
import type { Listed } from "../../api/use-list"
import { useText } from "../../i18n/use-text"
import { Money } from "../common/money"
import { type Column, Rows } from "../common/rows"
import { State } from "../common/state"
import { When } from "../common/when"

interface Props {
  readonly of: Listed<Payment>
  /** Which sentence is said while there is none: for a list that is narrowed, for the queue, or for all. */
  readonly empty: "empty" | "empty_found" | "empty_review"
}

/** Payments as a table. In the queue it says why somebody must look. */
export function PaymentTable({ of, empty }: Props) {
  const t = useText()
  return (
    <Rows
      label={t("payments.title")}
      of={of}
      columns={useColumns(empty === "empty_review")}
      keyOf={({ payment_id }) => payment_id}
      to={({ payment_id }) => `/agentic-commerce/payments/${payment_id}`}
      empty={{ title: t(`payments.${empty}`), about: t(`payments.${empty}_about`) }}
    />
  )
}

function useColumns(is_queue: boolean): Column<Payment>[] {
  const t = useText()
  const why = { title: t("payments.why"), cell: (row: Payment) => <Why>{row.review_reason}</Why> }
  return [
    { title: t("payments.created"), cell: ({ created_at }) => <When at={created_at} /> },
    { title: t("payments.status"), cell: ({ status }) => <State state={status} /> },
    ...(is_queue ? [why] : []),
    {
      title: t("payments.amount"),
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      is_number: true,
    },
    {
      title: t("payments.order"),
      cell: ({ shop_order_id }) => (shop_order_id === null ? "–" : `#${shop_order_id}`),
    },
    { title: t("payments.agent"), cell: (row) => agentName(row) ?? t("payments.storefront") },
  ]
}

/** The name of the agent a payment belongs to, or its id; null for the storefront's own. */
export const agentName = ({ client_name, client_id }: Payment): string | null => client_name ?? client_id

function Why({ children }: { readonly children: string | null }) {
  return (
    <Text size="small" className="max-w-80 truncate" title={children ?? ""}>
      {children}
    </Text>
  )
}
