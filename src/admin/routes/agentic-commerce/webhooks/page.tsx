import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { Page } from "../../../components/common/page"
import { Section } from "../../../components/common/section"
import { WebhookList } from "../../../components/webhooks/webhook-list"
import { useText } from "../../../i18n/use-text"

/** Agentic Commerce › Webhooks: the webhooks of clients. */
export default function WebhooksPage() {
  const t = useText()
  return (
    <Page>
      <Section level="h1" title={t("webhooks.title")} about={t("webhooks.subtitle")}>
        <WebhookList />
      </Section>
    </Page>
  )
}

export const config = defineRouteConfig({
  label: "webhooks.menu",
  translationNs: "agentic_commerce",
  rank: 5,
})

export const handle = { breadcrumb: () => <Crumb text="webhooks.menu" /> }
