import { defineRouteConfig } from "@medusajs/admin-sdk"
import { AgentList } from "../../../components/agents/agent-list"
import { Crumb } from "../../../components/common/crumb"
import { Page } from "../../../components/common/page"
import { Section } from "../../../components/common/section"
import { useText } from "../../../i18n/use-text"

/** Agentic Commerce › Agents: the registered agents. */
export default function AgentsPage() {
  const t = useText()
  return (
    <Page>
      <Section level="h1" title={t("agents.title")} about={t("agents.subtitle")}>
        <AgentList />
      </Section>
    </Page>
  )
}

export const config = defineRouteConfig({ label: "agents.menu", translationNs: "agentic_commerce", rank: 1 })

export const handle = { breadcrumb: () => <Crumb text="agents.menu" /> }
