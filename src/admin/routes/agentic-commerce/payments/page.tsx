import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Tabs } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { type PaymentQuery, usePayments } from "../../../api/payments"
import { Crumb } from "../../../components/common/crumb"
import { Section } from "../../../components/common/section"
import { ClearFilters, PaymentFilters } from "../../../components/payments/payment-filters"
import { PaymentTable } from "../../../components/payments/payment-table"
import { useText } from "../../../i18n/use-text"

const FILTERS = ["status", "currency", "q", "created_from", "created_to", "client_id"] as const

/** Payments: all of them, or those a person must look at. What is shown is in the address. */
export default function PaymentsPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const tab = params.get("tab") === "review" ? "review" : "all"
  const query: PaymentQuery = Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? undefined]))
  const show = (shown: string, narrowed: PaymentQuery) =>
    setParams(addressOf(shown, narrowed), { replace: true })
  return (
    <Section level="h1" title={t("payments.title")} about={t("payments.subtitle")}>
      <Tabs value={tab} onValueChange={(chosen) => show(chosen, chosen === "review" ? {} : query)}>
        <Tabs.List className="px-6 py-3">
          <Tabs.Trigger value="all">{t("payments.all")}</Tabs.Trigger>
          <Tabs.Trigger value="review">{t("payments.review")}</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="all">
          <All query={query} change={(narrowed) => show("all", narrowed)} />
        </Tabs.Content>
        <Tabs.Content value="review">
          <Queue />
        </Tabs.Content>
      </Tabs>
    </Section>
  )
}

function addressOf(tab: string, query: PaymentQuery): Record<string, string> {
  const narrowed = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return { ...(tab === "review" && { tab }), ...Object.fromEntries(narrowed) }
}

function All({ query, change }: { readonly query: PaymentQuery; change(query: PaymentQuery): void }) {
  const is_narrowed = Object.values(query).some(Boolean)
  return (
    <div className="divide-y border-t">
      <PaymentFilters query={query} change={change} />
      {is_narrowed && (
        <div className="px-6 py-2">
          <ClearFilters clear={() => change({})} />
        </div>
      )}
      <PaymentTable of={usePayments(query)} empty={is_narrowed ? "empty_found" : "empty"} />
    </div>
  )
}

function Queue() {
  return (
    <div className="border-t">
      <PaymentTable of={usePayments({ review: "true" })} empty="empty_review" />
    </div>
  )
}

export const config = defineRouteConfig({
  label: "payments.menu",
  translationNs: "agentic_commerce",
  rank: 3,
})

export const handle = { breadcrumb: () => <Crumb text="payments.menu" /> }
