import type { Agent } from "../../api/agents"
import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { Section } from "../common/section"
import { State } from "../common/state"
import { TextLink } from "../common/text-link"
import { When } from "../common/when"
import { AgentActions } from "./agent-actions"
import { Scopes } from "./scopes"

/** The pages with a filter for one agent. */
const LISTS = ["payments", "tasks", "webhooks"] as const

/** An agent's properties and the actions on it. */
export function AgentFacts({ of: agent }: { readonly of: Agent }) {
  const t = useText()
  return (
    <Section level="h1" title={agent.name} actions={<AgentActions of={agent} />}>
      <Facts>
        <Fact name={t("agents.status")}>
          <State state={agent.status} />
        </Fact>
        <Fact name={t("agents.approved_by_staff")}>
          {agent.approved_at ? <When at={agent.approved_at} /> : t("common.never")}
        </Fact>
        {agent.revoked_at && (
          <Fact name={t("agents.revocation_reason")}>
            <When at={agent.revoked_at} /> · {agent.revoked_reason}
          </Fact>
        )}
        <Fact name={t("agents.client_id")}>
          <span className="break-all font-mono">{agent.id}</span>
        </Fact>
        <Fact name={t("agents.surface")}>{agent.flavor.toUpperCase()}</Fact>
        <Fact name={t("agents.last_used")}>
          {agent.last_used_at ? <When at={agent.last_used_at} /> : t("common.never")}
        </Fact>
        <Fact name={t("agents.permitted_scopes")}>
          <Scopes of={agent.scopes} />
        </Fact>
        <Fact name={t("agents.scope_names")}>
          <span className="txt-compact-xsmall break-words font-mono">{agent.scopes.join(" ")}</span>
        </Fact>
        <Fact name={t("agents.auth_method")}>{agent.auth_method}</Fact>
        <Fact name={t("agents.redirects")}>
          <span className="break-all">{agent.redirect_uris.join(", ")}</span>
        </Fact>
        <Fact name={t("agents.related")}>
          <span className="flex flex-wrap gap-x-4">
            {LISTS.map((list) => (
              <TextLink key={list} to={`/agentic-commerce/${list}?client_id=${agent.id}`}>
                {t(`${list}.title`)}
              </TextLink>
            ))}
          </span>
        </Fact>
        <Fact name={t("agents.registered")}>
          <When at={agent.created_at} /> · {agent.created_ip}
        </Fact>
      </Facts>
    </Section>
  )
}
