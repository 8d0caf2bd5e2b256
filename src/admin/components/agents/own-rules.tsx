import { useText } from "../../i18n/use-text"
import type { Editing } from "../common/draft-form"
import { Fields } from "../common/field"
import { Toggle } from "../common/toggle"
import { HoursFields } from "../rules/hours-fields"
import { LimitFields } from "../rules/limit-fields"
import { NetworksField } from "../rules/networks-field"
import type { RulesDraft } from "./rules-draft"

type Props = Editing<RulesDraft>

/** The agent's own allowed IP addresses. */
export function OwnNetworks({ draft: { networks }, edit, refusal }: Props) {
  const t = useText()
  return (
    <>
      <Toggle
        label={t("agents.own_networks")}
        about={t("agents.own_networks_about")}
        is_on={networks.is_on}
        change={(is_on) => edit({ networks: { ...networks, is_on } })}
      />
      {networks.is_on && (
        <Fields>
          <NetworksField
            refusal={refusal}
            text={networks.text}
            member="ip_allow"
            edit={(text) => edit({ networks: { is_on: true, text } })}
          />
        </Fields>
      )}
    </>
  )
}

/** The agent's own access schedule. */
export function OwnHours({ draft: { hours }, edit, refusal }: Props) {
  const t = useText()
  return (
    <>
      <Toggle
        label={t("agents.own_hours")}
        about={t("agents.own_hours_about")}
        is_on={hours.is_on}
        change={(is_on) => edit({ hours: { ...hours, is_on } })}
      />
      {hours.is_on && (
        <HoursFields refusal={refusal} of={hours} member="hours" edit={(typed) => edit({ hours: typed })} />
      )}
    </>
  )
}

/** The agent's own rate limits. */
export function OwnLimits({ draft: { limits }, edit, refusal }: Props) {
  const t = useText()
  return (
    <Fields>
      <LimitFields
        refusal={refusal}
        of={limits}
        member="limits"
        may_be_any
        legend={t("agents.limits")}
        hint={t("agents.limit_hint")}
        edit={(typed) => edit({ limits: typed })}
      />
    </Fields>
  )
}

/** Whether the agent sees all payments of the store. */
export function WholeStore({ draft, edit }: Props) {
  const t = useText()
  return (
    <Toggle
      label={t("agents.whole_store")}
      about={t("agents.whole_store_about")}
      is_on={draft.whole_store}
      change={(whole_store) => edit({ whole_store })}
    />
  )
}

/** Whether the agent's tokens must be bound to a key. */
export function BoundTokens({ draft, edit }: Props) {
  const t = useText()
  return (
    <Toggle
      label={t("agents.bound_tokens")}
      about={t("agents.bound_tokens_about")}
      is_on={draft.dpop_bound_access_tokens}
      change={(dpop_bound_access_tokens) => edit({ dpop_bound_access_tokens })}
    />
  )
}
