import { type Problem, problem } from "./errors"

/** What a merchant allows a client in one currency. Minor units; what is absent has no limit. */
export interface SpendingRule {
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly max_per_payment?: number
  /** The most in the last 24 hours. */
  readonly max_per_day?: number
  /** A payment of more than this waits until the merchant has approved it. */
  readonly approval_above?: number
}

/** What a merchant allows a client to spend. */
export interface Spending {
  /** Refuses payments in a currency without a rule. */
  readonly only_these_currencies: boolean
  /** At most one a currency. */
  readonly rules: readonly SpendingRule[]
}

/** What is to be paid, in minor units of `currency`. */
export interface Sum {
  readonly amount: number
  readonly currency: string
}

const ruleFor = ({ rules }: Spending, { currency }: Sum) => rules.find((rule) => rule.currency === currency)

/** Whether the answer of `overspending` hangs on what was spent before. */
export function countsTheDay(spending: Spending, sum: Sum): boolean {
  return ruleFor(spending, sum)?.max_per_day !== undefined
}

/** The refusal of a payment the rules do not allow after `spent` in the last 24 hours; undefined when they do. */
export function overspending(spending: Spending, sum: Sum, spent: number): Problem | undefined {
  const { amount, currency } = sum
  const rule = ruleFor(spending, sum)
  const isForeign = !rule && spending.only_these_currencies
  if (isForeign) return refused({ limit: "currency", currency }, `The merchant takes no ${currency} of you.`)
  const { max_per_payment = amount, max_per_day = Infinity } = rule ?? {}
  if (amount > max_per_payment)
    return refused({ limit: "per_payment", currency, max: max_per_payment }, TOO_MUCH_AT_ONCE)
  const left = Math.max(0, max_per_day - spent)
  if (amount <= left) return undefined
  return refused({ limit: "per_day", currency, max: max_per_day, left }, TOO_MUCH_A_DAY)
}

const TOO_MUCH_AT_ONCE = "The amount is more than the merchant allows you for one payment."
const TOO_MUCH_A_DAY = "The amount is more than is left of what the merchant allows you in 24 hours."

const refused = (data: Record<string, unknown>, message: string) => problem("spending_limit", data, message)

/** Whether the merchant has to approve a payment first. */
export function needsApproval(spending: Spending, sum: Sum): boolean {
  const { approval_above = Infinity } = ruleFor(spending, sum) ?? {}
  return sum.amount > approval_above
}
