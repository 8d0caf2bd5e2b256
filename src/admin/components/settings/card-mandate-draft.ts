import type { MandateDefaults } from "../../../domain/card-mandate"
import { toDecimal } from "../../../domain/money"
import { amountIn } from "../common/amount-in"

export const AMOUNTS = ["max_per_charge", "max_per_month"] as const
export type AmountName = (typeof AMOUNTS)[number]

/** The limits in one currency while they are edited: amounts as text in major units. */
export type LimitDraft = Readonly<Record<"currency" | AmountName, string>>

/** The default mandate while it is edited. */
export interface MandateDraft {
  readonly days: string
  readonly limits: readonly LimitDraft[]
}

export const EMPTY_LIMIT: LimitDraft = { currency: "", max_per_charge: "", max_per_month: "" }

export function draftOf({ days, limits }: MandateDefaults): MandateDraft {
  const drafts = limits.map(({ currency, max_per_charge, max_per_month }) => ({
    currency,
    max_per_charge: toDecimal(max_per_charge, currency),
    max_per_month: toDecimal(max_per_month, currency),
  }))
  return { days: String(days), limits: drafts }
}

/** The mandate for the server. Text that is no number or amount becomes 0, which the server refuses. */
export function mandateOf({ days, limits }: MandateDraft): MandateDefaults {
  return { days: Number(days) || 0, limits: limits.map(limitOf) }
}

function limitOf({ currency: code, max_per_charge, max_per_month }: LimitDraft) {
  const currency = code.trim().toUpperCase()
  const amount = (text: string) => amountIn(text, currency) ?? 0
  return { currency, max_per_charge: amount(max_per_charge), max_per_month: amount(max_per_month) }
}
