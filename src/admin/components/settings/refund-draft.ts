import { isCurrency, toDecimal } from "../../../domain/money"
import type { RefundLimit, RefundRules } from "../../../domain/refund-rules"
import { amountIn } from "../common/amount-in"

export const REFUND_LIMITS = ["max_per_refund", "max_per_client", "max_per_day"] as const

/** The limits of a currency while they are edited: amounts as text in major units. */
export type LimitDraft = Readonly<Record<keyof RefundLimit, string>>

/** The refund rules while they are edited. */
export interface RefundDraft extends Omit<RefundRules, "limits" | "return_window_days"> {
  readonly limits: readonly LimitDraft[]
  readonly return_window_days: string
}

export const NO_LIMIT: LimitDraft = { currency: "", max_per_refund: "", max_per_client: "", max_per_day: "" }

export const draftOf = ({ limits, return_window_days, ...rules }: RefundRules): RefundDraft => ({
  ...rules,
  return_window_days: String(return_window_days),
  limits: limits.map(({ currency, ...amounts }) => ({
    currency,
    max_per_refund: toDecimal(amounts.max_per_refund, currency),
    max_per_client: toDecimal(amounts.max_per_client, currency),
    max_per_day: toDecimal(amounts.max_per_day, currency),
  })),
})

/** The rules in a draft. Text that is no number becomes 0, which the server rejects with a message. */
export const rulesIn = ({ limits, return_window_days, ...rules }: RefundDraft): RefundRules => ({
  ...rules,
  return_window_days: Number(return_window_days) || 0,
  limits: limits.map(limitIn),
})

function limitIn({ currency: typed, ...amounts }: LimitDraft): RefundLimit {
  const currency = typed.trim().toUpperCase()
  const amountOf = (text: string) => (isCurrency(currency) ? (amountIn(text, currency) ?? 0) : 0)
  return {
    currency,
    max_per_refund: amountOf(amounts.max_per_refund),
    max_per_client: amountOf(amounts.max_per_client),
    max_per_day: amountOf(amounts.max_per_day),
  }
}
