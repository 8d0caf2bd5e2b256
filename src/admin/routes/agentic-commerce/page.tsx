import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Sparkles } from "@medusajs/icons"
import { useOverview } from "../../api/overview"
import { Loaded } from "../../components/common/loaded"
import { Page } from "../../components/common/page"
import { Section } from "../../components/common/section"
import { Alerts } from "../../components/overview/alerts"
import { FirstStep } from "../../components/overview/first-step"
import { Funnel } from "../../components/overview/funnel"
import { PeriodChoice } from "../../components/overview/period-choice"
import { RecentPayments } from "../../components/overview/recent-payments"
import { Sales } from "../../components/overview/sales"
import { Tiles } from "../../components/overview/tiles"
import { useDays } from "../../components/overview/use-days"
import { useText } from "../../i18n/use-text"

/** Agentic Commerce: what agents sold, what waits for the merchant, and the funnel. */
export default function OverviewPage() {
  const t = useText()
  const { days } = useDays()
  const read = useOverview(Number(days))
  const overview = read.data?.overview
  const has_calls = overview?.has_calls ?? false
  // If a period cannot be loaded, the user can choose another.
  const hasPeriod = has_calls || read.isError
  return (
    <Page>
      <Section
        level="h1"
        title={t("overview.title")}
        about={t("overview.subtitle")}
        actions={hasPeriod && <PeriodChoice />}
      >
        <Loaded of={read}>
          {({ overview }) => (overview.has_calls ? <Tiles of={overview} /> : <FirstStep />)}
        </Loaded>
      </Section>
      <Alerts />
      {has_calls && (
        <>
          <Sales by_currency={overview?.by_currency ?? []} />
          <RecentPayments />
          <Funnel />
        </>
      )}
    </Page>
  )
}

export const config = defineRouteConfig({
  label: "common.menu",
  translationNs: "agentic_commerce",
  icon: Sparkles,
})

export const handle = { breadcrumb: () => "Agentic Commerce" }
