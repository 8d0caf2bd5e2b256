import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Button, Tabs } from "@medusajs/ui"
import { Link, useSearchParams } from "react-router-dom"
import { Crumb } from "../../../components/common/crumb"
import { Page } from "../../../components/common/page"
import { Section } from "../../../components/common/section"
import { PaymentList, ReviewQueue } from "../../../components/payments/payment-list"
import { useText } from "../../../i18n/use-text"

/** Agentic Commerce › Payments: all payments, or those that need review. The URL contains which of the two is shown. */
export default function PaymentsPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const tab = params.get("tab") === "review" ? "review" : "all"
  const show = (chosen: string) => setParams(chosen === "review" ? { tab: chosen } : {}, { replace: true })
  return (
    <Page>
      <Section
        level="h1"
        title={t("payments.title")}
        about={t("payments.subtitle")}
        actions={
          <Button size="small" variant="secondary" asChild>
            <Link to="/agentic-commerce/payments/reconciliation">{t("reconciliation.title")}</Link>
          </Button>
        }
      >
        <Tabs value={tab} onValueChange={show}>
          <Tabs.List className="px-6 py-3">
            <Tabs.Trigger value="all">{t("payments.all")}</Tabs.Trigger>
            <Tabs.Trigger value="review">{t("payments.review")}</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="all">
            <PaymentList />
          </Tabs.Content>
          <Tabs.Content value="review">
            <ReviewQueue />
          </Tabs.Content>
        </Tabs>
      </Section>
    </Page>
  )
}

export const config = defineRouteConfig({
  label: "payments.menu",
  translationNs: "agentic_commerce",
  rank: 3,
})

export const handle = { breadcrumb: () => <Crumb text="payments.menu" /> }
