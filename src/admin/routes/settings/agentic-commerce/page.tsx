import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Page } from "../../../components/common/page"
import { Section } from "../../../components/common/section"
import { AlertEmails } from "../../../components/settings/alert-emails"
import { AlertKinds } from "../../../components/settings/alert-kinds"
import { AlertSlack } from "../../../components/settings/alert-slack"
import { AlertTests } from "../../../components/settings/alert-tests"
import { AlertWebhook, AlertWebhookSecret } from "../../../components/settings/alert-webhook"
import { CardMandate } from "../../../components/settings/card-mandate"
import { Checklist } from "../../../components/settings/checklist"
import { DefaultSpending } from "../../../components/settings/default-spending"
import { Documents } from "../../../components/settings/documents"
import { Duplicates } from "../../../components/settings/duplicates"
import { OpeningHours } from "../../../components/settings/hours"
import { Lifetimes } from "../../../components/settings/lifetimes"
import { Origins } from "../../../components/settings/origins"
import { RateLimits } from "../../../components/settings/rate-limits"
import { Refunds } from "../../../components/settings/refunds"
import { Registration, RegistrationToken } from "../../../components/settings/registration"
import { Retention } from "../../../components/settings/retention"
import { SalesChannels } from "../../../components/settings/sales-channels"
import { Sandbox } from "../../../components/settings/sandbox"
import { SettingsEditing } from "../../../components/settings/settings-editing"
import { StopAgents } from "../../../components/settings/stop-agents"
import { Surfaces } from "../../../components/settings/surfaces"
import { UnpaidLimits } from "../../../components/settings/unpaid-limits"
import { Whitelist } from "../../../components/settings/whitelist"
import { useText } from "../../../i18n/use-text"

/** The sections of each tab. */
const TABS = {
  setup: <Checklist />,
  channels: [<Surfaces key="surfaces" />, <SalesChannels key="sales" />],
  access: [
    <Whitelist key="whitelist" />,
    <OpeningHours key="hours" />,
    <Registration key="registration" />,
    <RegistrationToken key="token" />,
    <Lifetimes key="lifetimes" />,
    <Origins key="origins" />,
  ],
  limits: [
    <RateLimits key="rates" />,
    <DefaultSpending key="spending" />,
    <CardMandate key="mandate" />,
    <Refunds key="refunds" />,
    <Duplicates key="duplicates" />,
    <UnpaidLimits key="unpaid" />,
  ],
  alerts: [
    <AlertEmails key="emails" />,
    <AlertWebhook key="webhook" />,
    <AlertWebhookSecret key="secret" />,
    <AlertSlack key="slack" />,
    <AlertTests key="tests" />,
    <AlertKinds key="kinds" />,
  ],
  data: <Retention />,
  developer: [<Documents key="documents" />, <Sandbox key="sandbox" />],
}

/** Settings › Agentic Commerce: the settings for all agents, in tabs. The URL contains which one is shown. */
export default function SettingsPage() {
  const t = useText()
  return (
    <Page>
      <Section
        level="h1"
        title={t("settings.title")}
        about={t("settings.subtitle")}
        actions={<StopAgents />}
      />
      <SettingsEditing tabs={TABS} />
    </Page>
  )
}

export const config = defineRouteConfig({ label: "settings.menu", translationNs: "agentic_commerce" })

export const handle = { breadcrumb: () => "Agentic Commerce" }
