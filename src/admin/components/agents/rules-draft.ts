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
}

/** The draft of an agent's current rules. */
export const draftOf = ({ ip_allow, hours, limits, whole_store }: Agent): RulesDraft => ({
  networks: { is_on: ip_allow !== null, text: asLines(ip_allow ?? []) },
  hours: hoursDraftOf(hours),
  limits: limitsDraftOf(limits),
  whole_store,
})

/** The change that saves a draft. */
export const changeOf = (draft: RulesDraft): AccessRules & Pick<ClientSettings, "whole_store"> => ({
  ip_allow: draft.networks.is_on ? entriesIn(draft.networks.text) : null,
  hours: hoursIn(draft.hours),
  limits: limitsIn(draft.limits),
  whole_store: draft.whole_store,
})

/** The members whose fields show their own errors. */
export const SHOWN = ["ip_allow", ...hoursMembers("hours"), ...WINDOWS.map((window) => `limits.${window}`)]
