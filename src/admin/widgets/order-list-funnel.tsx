import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { type FunnelReport, useFunnel } from "../api/funnel"
import { Folded } from "../components/common/folded"
import { AgentFunnels } from "../components/overview/agent-funnels"
import { useText } from "../i18n/use-text"

const DAYS = 30

/** On Medusa's list of orders: the funnel of the last 30 days. Nothing while no agent has ever called. */
export default function OrderListFunnel() {
  const { data } = useFunnel(DAYS)
  return data?.funnel.has_calls ? <Funnel of={data.funnel} /> : null
}

function Funnel({ of }: { readonly of: FunnelReport }) {
  const t = useText()
  return (
    <Folded
      title={t("overview.widget")}
      summary={useSummary(of)}
      more={{ to: "/agentic-commerce", text: t("common.details") }}
      storage_key="gw_order_list_funnel"
    >
      <AgentFunnels of={of} />
    </Folded>
  )
}

/** A summary of the period on one line. */
function useSummary({ total: { by_currency } }: FunnelReport): string {
  const t = useText()
  const sum = (of: (one: FunnelReport["total"]["by_currency"][number]) => number) =>
    by_currency.reduce((total, one) => total + of(one), 0)
  const dropped = sum((one) => one.dropped.reduce((total, { count }) => total + count, 0))
  return [
    `${t("overview.payments")} ${sum(({ payments }) => payments)}`,
    `${t("overview.paid")} ${sum(({ paid }) => paid)}`,
    `${t("overview.pending")} ${sum(({ pending }) => pending)}`,
    `${t("overview.dropped")} ${dropped}`,
  ].join(" · ")
}

export const config = defineWidgetConfig({ zone: "order.list.before" })
