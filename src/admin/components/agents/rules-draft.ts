import type { AccessRules, ClientSettings } from "../../../modules/oauth/models/client"
import type { Agent } from "../../api/agents"
import { asLines, entriesIn } from "../common/entries"
import { type HoursDraft, hoursDraftOf, hoursIn, hoursMembers } from "../rules/hours-draft"
import { type LimitsDraft, limitsDraftOf, limitsIn, WINDOWS } from "../rules/limits-draft"

/** An agent's rules while they are edited. */
export interface RulesDraft {
  /** Switched off: the channel's rule applies. */
  readonly networks: { readonly is_on: boolean; readonly text: string }
  /** Switched off: the channel's rule applies. */
  readonly hours: HoursDraft
  /** Empty: the channel's limits apply. */
  readonly limits: LimitsDraft
  readonly whole_store: boolean
  readonly dpop_bound_access_tokens: boolean
}

/** The draft of an agent's current rules. */
export const draftOf = ({ ip_allow, hours, limits, ...agent }: Agent): RulesDraft => ({
  networks: { is_on: ip_allow !== null, text: asLines(ip_allow ?? []) },
  hours: hoursDraftOf(hours),
  limits: limitsDraftOf(limits),
  whole_store: agent.whole_store,
  dpop_bound_access_tokens: agent.dpop_bound_access_tokens,
})

type Rules = AccessRules & Pick<ClientSettings, "whole_store" | "dpop_bound_access_tokens">

/** The change that saves a draft. */
export const changeOf = (draft: RulesDraft): Rules => ({
  ip_allow: draft.networks.is_on ? entriesIn(draft.networks.text) : null,
  hours: hoursIn(draft.hours),
  limits: limitsIn(draft.limits),
  whole_store: draft.whole_store,
  dpop_bound_access_tokens: draft.dpop_bound_access_tokens,
})

/** The members whose fields show their own errors. */
export const SHOWN = ["ip_allow", ...hoursMembers("hours"), ...WINDOWS.map((window) => `limits.${window}`)]
