import { Input } from "@medusajs/ui"
import { type Agent, changeAgent } from "../../api/agents"
import { useText } from "../../i18n/use-text"
import { DraftForm } from "../common/draft-form"
import { Field, Fields } from "../common/field"
import { Section } from "../common/section"

const draftOf = ({ ucp_profile }: Agent) => ({ profile: ucp_profile ?? "" })
const changeOf = ({ profile }: ReturnType<typeof draftOf>) => ({ ucp_profile: profile.trim() || null })

/**
 * The profile whose keys must sign a UCP agent's requests. It has a form of its own, so that saving other rules never
 * resets a profile that the agent's first request has set meanwhile.
 */
export function PlatformProfile({ of: agent }: { readonly of: Agent }) {
  const t = useText()
  return (
    <Section title={t("agents.ucp_profile")} about={t("agents.ucp_profile_about")}>
      <DraftForm
        label={t("agents.ucp_profile")}
        saved={agent}
        path={`/clients/${agent.id}`}
        save={(change: ReturnType<typeof changeOf>) => changeAgent(agent.id, change)}
        draftOf={draftOf}
        changeOf={changeOf}
      >
        {({ draft, edit }) => (
          <Fields>
            <Field label={t("agents.ucp_profile_url")} hint={t("agents.ucp_profile_hint")}>
              {(wiring) => (
                <Input
                  {...wiring}
                  type="url"
                  value={draft.profile}
                  onChange={({ target }) => edit({ profile: target.value })}
                />
              )}
            </Field>
          </Fields>
        )}
      </DraftForm>
    </Section>
  )
}
