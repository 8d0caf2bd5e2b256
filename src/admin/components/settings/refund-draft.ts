import type { RefundRules } from "../../../domain/refund-rules"
import { type LimitDraft, limitDraftOf, limitIn } from "./currency-limits-draft"

/** The limits of refunds by agents. */
export const REFUND_LIMITS = ["max_per_refund", "max_per_client", "max_per_day"] as const

/** The refund rules while they are edited. */
export interface RefundDraft extends Omit<RefundRules, "limits" | "return_window_days"> {
  readonly limits: readonly LimitDraft<(typeof REFUND_LIMITS)[number]>[]
  readonly return_window_days: string
}

/** The rules for refunds as a form edits them: amounts in major units, as text. */
export const draftOf = ({ limits, return_window_days, ...rules }: RefundRules): RefundDraft => ({
  ...rules,
  return_window_days: String(return_window_days),
  limits: limits.map((limit) => limitDraftOf(REFUND_LIMITS, limit)),
})

/** The rules in a draft. Text that is no number becomes 0, which the server rejects with a message. */
export const rulesIn = ({ limits, return_window_days, ...rules }: RefundDraft): RefundRules => ({
  ...rules,
  return_window_days: Number(return_window_days) || 0,
  limits: limits.map((limit) => limitIn(REFUND_LIMITS, limit)),
})
