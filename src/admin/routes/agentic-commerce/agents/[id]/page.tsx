import { useParams } from "react-router-dom"
import { useAgent } from "../../../../api/agents"
import { AccessRules } from "../../../../components/agents/access-rules"
import { AgentFacts } from "../../../../components/agents/agent-facts"
import { Consents } from "../../../../components/agents/consents"
import { PlatformProfile } from "../../../../components/agents/platform-profile"
import { SpendingRules } from "../../../../components/agents/spending-rules"
import { ClientRevenue } from "../../../../components/agents/revenue"
import { Usage } from "../../../../components/agents/usage"
import { Entries } from "../../../../components/audit/entries"
import { Crumb } from "../../../../components/common/crumb"
import { LIST } from "../../../../components/common/lists"
import { LoadedPage } from "../../../../components/common/loaded-page"
import { Page } from "../../../../components/common/page"
import { Section } from "../../../../components/common/section"
import { useText } from "../../../../i18n/use-text"

/** One agent: its properties, rules, usage and revenue, and the way to revoke it. */
export default function AgentPage() {
  const t = useText()
  const { id = "" } = useParams()
  return (
    <Page>
      <LoadedPage title={t("agents.one")} of={useAgent(id)} list={LIST.agents}>
        {({ client }) => (
          <>
            <AgentFacts of={client} />
            <Usage of={client} />
            <ClientRevenue of={client} />
            <Consents client_id={client.id} />
            <AccessRules key={client.id} of={client} />
            {client.flavor === "ucp" && <PlatformProfile of={client} />}
            <SpendingRules of={client} />
            <Section title={t("audit.title")} about={t("audit.subtitle")}>
              <Entries of={{ client_id: client.id }} />
            </Section>
          </>
        )}
      </LoadedPage>
    </Page>
  )
}

export const handle = { breadcrumb: () => <Crumb text="agents.one" /> }
