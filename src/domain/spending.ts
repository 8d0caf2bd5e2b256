import { type Problem, problem } from "./errors"

/** A client's spending limits in one currency. Minor units; an absent limit does not apply. */
export interface SpendingRule {
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly max_per_payment?: number
  /** The maximum in the last 24 hours. */
  readonly max_per_day?: number
  /** A payment above this amount waits for the merchant's approval. */
  readonly approval_above?: number
}

/** The spending limits of a client. */
export interface Spending {
  /** Whether payments in a currency without a rule are rejected. */
  readonly only_these_currencies: boolean
  /** At most one per currency. */
  readonly rules: readonly SpendingRule[]
}

/** An amount to pay, in minor units of `currency`. */
export interface Sum {
  readonly amount: number
  readonly currency: string
}

const ruleFor = ({ rules }: Spending, { currency }: Sum) => rules.find((rule) => rule.currency === currency)

/** Whether the result of `limitError` depends on what was spent before. */
export function hasDailyLimit(spending: Spending, sum: Sum): boolean {
  return ruleFor(spending, sum)?.max_per_day !== undefined
}

/**
 * The error for a payment that exceeds the limits, given what was `spent` in the last 24 hours. Undefined if it
 * is allowed.
 */
export function limitError(spending: Spending, sum: Sum, spent: number): Problem | undefined {
  const { amount, currency } = sum
  const rule = ruleFor(spending, sum)
  const isExcluded = !rule && spending.only_these_currencies
  if (isExcluded)
    return refused(
      { limit: "currency", currency },
      `The merchant accepts no payments in ${currency} from this client.`
    )
  const { max_per_payment = amount, max_per_day = Infinity } = rule ?? {}
  if (amount > max_per_payment)
    return refused({ limit: "per_payment", currency, max: max_per_payment }, OVER_PAYMENT_LIMIT)
  const left = Math.max(0, max_per_day - spent)
  if (amount <= left) return undefined
  return refused({ limit: "per_day", currency, max: max_per_day, left }, OVER_DAILY_LIMIT)
}

const OVER_PAYMENT_LIMIT = "The amount exceeds the client's limit for one payment."
const OVER_DAILY_LIMIT = "The amount exceeds what remains of the client's limit for 24 hours."

const refused = (data: Record<string, unknown>, message: string) => problem("spending_limit", data, message)

/** Whether the merchant must approve the payment first. */
export function needsApproval(spending: Spending, sum: Sum): boolean {
  const { approval_above = Infinity } = ruleFor(spending, sum) ?? {}
  return sum.amount > approval_above
}
