import type { MandateDefaults } from "../../../domain/card-mandate"
import { type LimitDraft, limitDraftOf, limitIn } from "./currency-limits-draft"

/** The limits of a mandate for saved cards. */
export const MANDATE_LIMITS = ["max_per_charge", "max_per_month"] as const

/** The default mandate while it is edited. */
export interface MandateDraft {
  readonly days: string
  readonly limits: readonly LimitDraft<(typeof MANDATE_LIMITS)[number]>[]
}

/** The defaults of mandates as a form edits them: amounts in major units, as text. */
export const draftOf = ({ days, limits }: MandateDefaults): MandateDraft => ({
  days: String(days),
  limits: limits.map((limit) => limitDraftOf(MANDATE_LIMITS, limit)),
})

/** The mandate for the server. Text that is no number or amount becomes 0, which the server refuses. */
export const mandateOf = ({ days, limits }: MandateDraft): MandateDefaults => ({
  days: Number(days) || 0,
  limits: limits.map((limit) => limitIn(MANDATE_LIMITS, limit)),
})
