import { Button, Textarea } from "@medusajs/ui"
import { type FormEvent, useState } from "react"
import { type Agent, changeAgent } from "../../api/agents"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { Section } from "../common/section"
import { Toggle } from "../common/toggle"
import { HoursFields } from "./hours-fields"
import { LimitFields } from "./limit-fields"
import { NEW_HOURS, type RulesDraft, changeIn, draftOf } from "./rules-draft"

/** From where, when and how often an agent may call, where that differs from its surface. */
export function AccessRules({ of: agent }: { readonly of: Agent }) {
  const t = useText()
  const [draft, setDraft] = useState(() => draftOf(agent))
  const [refusal, setRefusal] = useState<string>()
  const change = (members: Partial<RulesDraft>) => setDraft({ ...draft, ...members })
  const save = useChange((rules: RulesDraft) => changeAgent(agent.id, changeIn(rules)), {
    done: t("common.saved"),
    path: `/clients/${agent.id}`,
    onDone: ({ client }) => setDraft(draftOf(client)),
    onFailed: ({ message }) => setRefusal(message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefusal(undefined)
    save.mutate(draft)
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(agent))
  const about = (what: string) => (refusal?.includes(what) ? refusal : undefined)
  const isElsewhere = refusal && !["ip_allow", "hours", "limits"].some(about)
  return (
    <Section title={t("agents.rules")} about={t("agents.rules_about")}>
      <form onSubmit={submit} className="divide-y">
        <Toggle
          label={t("agents.own_networks")}
          about={t("agents.own_networks_about")}
          is_on={draft.networks !== null}
          change={(isOwn) => change({ networks: isOwn ? "" : null })}
        />
        {draft.networks !== null && (
          <div className="px-6 py-4">
            <Field label={t("agents.networks")} hint={t("agents.networks_hint")} error={about("ip_allow")}>
              {(wiring) => (
                <Textarea
                  {...wiring}
                  rows={3}
                  value={draft.networks ?? ""}
                  onChange={(event) => change({ networks: event.target.value })}
                />
              )}
            </Field>
          </div>
        )}
        <Toggle
          label={t("agents.own_hours")}
          about={t("agents.own_hours_about")}
          is_on={draft.hours !== null}
          change={(isOwn) => change({ hours: isOwn ? NEW_HOURS : null })}
        />
        {draft.hours && (
          <HoursFields of={draft.hours} error={about("hours")} change={(hours) => change({ hours })} />
        )}
        <LimitFields of={draft.limits} error={about("limits")} change={(limits) => change({ limits })} />
        {agent.flavor === "a2a" && (
          <Toggle
            label={t("agents.whole_store")}
            about={t("agents.whole_store_about")}
            is_on={draft.whole_store}
            change={(whole_store) => change({ whole_store })}
          />
        )}
        <div className="flex flex-wrap items-center justify-end gap-3 px-6 py-4">
          <span role={isElsewhere ? "alert" : "status"} className="txt-small text-ui-fg-subtle min-w-0">
            {isElsewhere ? refusal : isChanged && t("common.unsaved")}
          </span>
          <Button size="small" type="submit" disabled={!isChanged} isLoading={save.isPending}>
            {t("common.save")}
          </Button>
        </div>
      </form>
    </Section>
  )
}
