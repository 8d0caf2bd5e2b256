import { type Agent, changeAgent } from "../../api/agents"
import { useText } from "../../i18n/use-text"
import { DraftForm } from "../common/draft-form"
import { Section } from "../common/section"
import { BoundTokens, OwnHours, OwnLimits, OwnNetworks, WholeStore } from "./own-rules"
import { changeOf, draftOf, SHOWN } from "./rules-draft"

/** Allowed IP addresses, access schedule and rate limits of an agent, and the way in which it sends its tokens. */
export function AccessRules({ of: agent }: { readonly of: Agent }) {
  const t = useText()
  return (
    <Section title={t("agents.rules")} about={t("agents.rules_about")}>
      <DraftForm
        label={t("agents.rules")}
        saved={agent}
        path={`/clients/${agent.id}`}
        save={(change: ReturnType<typeof changeOf>) => changeAgent(agent.id, change)}
        draftOf={draftOf}
        changeOf={changeOf}
        shows={SHOWN}
      >
        {(editing) => (
          <>
            <OwnNetworks {...editing} />
            <OwnHours {...editing} />
            <OwnLimits {...editing} />
            <BoundTokens {...editing} />
            {agent.flavor === "a2a" && <WholeStore {...editing} />}
          </>
        )}
      </DraftForm>
    </Section>
  )
}
