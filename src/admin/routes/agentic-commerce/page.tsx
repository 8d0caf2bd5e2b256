import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Sparkles } from "@medusajs/icons"
import { Page } from "../../components/common/page"
import { Section } from "../../components/common/section"
import { Alerts } from "../../components/overview/alerts"
import { Funnel } from "../../components/overview/funnel"
import { useText } from "../../i18n/use-text"

/** Agentic Commerce: the overview of alerts and the funnel. */
export default function OverviewPage() {
  const t = useText()
  return (
    <Page>
      <Section level="h1" title={t("overview.title")} about={t("overview.subtitle")} />
      <Alerts />
      <Funnel />
    </Page>
  )
}

export const config = defineRouteConfig({
  label: "common.menu",
  translationNs: "agentic_commerce",
  icon: Sparkles,
})

export const handle = { breadcrumb: () => "Agentic Commerce" }
