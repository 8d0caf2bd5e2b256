import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { Payment } from "../api/payments"
import { useNewestSoldByAgents } from "../api/payments-of-orders"
import { DataTable } from "../components/common/data-table"
import { Folded } from "../components/common/folded"
import { Money } from "../components/common/money"
import type { Column } from "../components/common/table-props"
import { When } from "../components/common/when"
import { PayingAgent } from "../components/payments/paying-agent"
import { PaymentState } from "../components/payments/payment-state"
import { type Text, useText } from "../i18n/use-text"

/** How many orders are shown, and how many payments of each status are read for them: an order may have several. */
const ORDERS = 5
const PAYMENTS = 20

/**
 * On Medusa's list of orders: the newest of agents that are paid or authorized, with the agent and the customer. Nothing while
 * there is none.
 */
export default function OrderListAgents() {
  const t = useText()
  const rows = newestByOrder(useNewestSoldByAgents(PAYMENTS)).slice(0, ORDERS)
  if (!rows.length) return null
  return (
    <Folded
      title={t("payments.bought_by_agents")}
      summary={t("payments.bought_by_agents_about")}
      more={{ to: "/agentic-commerce/payments?requested_by=agent", text: t("payments.all_of_agents") }}
      storage_key="gw_order_list_agents"
      opens_first
    >
      <DataTable
        label={t("payments.bought_by_agents")}
        rows={rows}
        columns={columnsIn(t)}
        keyOf={({ payment_id }) => payment_id}
        to={({ order_id }) => `/orders/${order_id}`}
      />
    </Folded>
  )
}

/** The newest payment of each order. */
const newestByOrder = (payments: readonly Payment[]): Payment[] =>
  payments.filter(
    ({ order_id }, place) =>
      order_id !== null && payments.findIndex((other) => other.order_id === order_id) === place
  )

const columnsIn = (t: Text): Column<Payment>[] => [
  { title: t("payments.order"), cell: ({ shop_order_id }) => `#${shop_order_id ?? "–"}`, on_card: "title" },
  { title: t("common.agent"), cell: (payment) => <PayingAgent of={payment} />, share: 25 },
  { title: t("payments.customer"), cell: ({ customer_email }) => customer_email ?? "–", share: 25 },
  {
    title: t("payments.status"),
    cell: (payment) => <PaymentState of={payment} />,
    on_card: "beside_title",
  },
  {
    title: t("payments.amount"),
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    is_number: true,
  },
  { title: t("common.created"), cell: ({ created_at }) => <When at={created_at} /> },
]

export const config = defineWidgetConfig({ zone: "order.list.before" })
