import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { ChevronDown, ChevronRight } from "@medusajs/icons"
import { Button, Container } from "@medusajs/ui"
import { useId, useState } from "react"
import { type FunnelReport, useFunnel } from "../api/funnel"
import { TextLink } from "../components/common/text-link"
import { AgentFunnels } from "../components/overview/agent-funnels"
import { useText } from "../i18n/use-text"

const DAYS = 30

/** Above the orders: the funnel of the last 30 days. Nothing while no agent has ever called. */
export default function OrderListFunnel() {
  const { data } = useFunnel(DAYS)
  return data?.funnel.has_calls ? <Funnel of={data.funnel} /> : null
}

function Funnel({ of }: { readonly of: FunnelReport }) {
  const t = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(() => localStorage.getItem(STORAGE_KEY) === "open")
  const toggle = () => {
    localStorage.setItem(STORAGE_KEY, isOpen ? "closed" : "open")
    setOpen(!isOpen)
  }
  return (
    <Container role="region" aria-label={t("overview.widget")} className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
        <Button variant="transparent" size="small" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          {isOpen ? <ChevronDown /> : <ChevronRight />}
          {t("overview.widget")}
        </Button>
        <span className="txt-small text-ui-fg-subtle">{useSummary(of)}</span>
        <span className="txt-small">
          <TextLink to="/agentic-commerce">{t("common.details")}</TextLink>
        </span>
      </div>
      <div id={id}>{isOpen && <AgentFunnels of={of} />}</div>
    </Container>
  )
}

const STORAGE_KEY = "gw_order_list_funnel"

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
