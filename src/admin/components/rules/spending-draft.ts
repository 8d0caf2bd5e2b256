import { isCurrency, toDecimal } from "../../../domain/money"
import type { Spending, SpendingRule } from "../../../domain/spending"
import { amountIn } from "../common/amount-in"

/** The limits of a spending rule. */
export const LIMITS = ["max_per_payment", "max_per_day", "approval_above"] as const
export type Limit = (typeof LIMITS)[number]

/** A rule while it is edited: amounts as text in major units, empty for no limit. */
export type RuleDraft = Readonly<Record<"currency" | Limit, string>> & { readonly key: number }

/** All rules while they are edited. */
export interface Draft {
  readonly only_these_currencies: boolean
  readonly rules: readonly RuleDraft[]
}

/** The error of a member of a rule: the name of its text. */
export type Mistake = "not_a_currency" | "twice" | "not_an_amount" | "more_than_day" | "approval_never_needed"

/** The mistakes of a draft, by rule and member. */
export type Mistakes = Readonly<Record<string, Mistake>>

/** The mistake of one member of a rule, if it has one. */
export const mistakeOf = (mistakes: Mistakes, { key }: RuleDraft, member: "currency" | Limit) =>
  mistakes[`${key} ${member}`]

/** A rule without a currency and limits, to be filled in. */
export const emptyRule = (key: number): RuleDraft => ({
  key,
  currency: "",
  max_per_payment: "",
  max_per_day: "",
  approval_above: "",
})

/** The draft of saved rules, empty for none. */
export function draftOf(spending: Spending | null): Draft {
  const { only_these_currencies = false, rules = [] } = spending ?? {}
  return { only_these_currencies, rules: rules.map(ruleDraftOf) }
}

function ruleDraftOf({ currency, ...limits }: SpendingRule, key: number): RuleDraft {
  const typed = LIMITS.map((name) => [
    name,
    limits[name] === undefined ? "" : toDecimal(limits[name], currency),
  ])
  return { ...emptyRule(key), currency, ...(Object.fromEntries(typed) as Record<Limit, string>) }
}

/** Converts a draft to spending rules, and reports all its errors. */
export function spendingOf({ only_these_currencies, rules }: Draft): {
  spending: Spending
  mistakes: Mistakes
} {
  const mistakes: Record<string, Mistake> = {}
  const read = rules.map((draft) => {
    const { rule, wrong } = ruleOf(draft)
    const isTwice = rules.some((other) => other.key < draft.key && sameCurrency(other, draft))
    const all = { ...wrong, ...(isTwice && !wrong.currency && { currency: "twice" as const }) }
    for (const [member, mistake] of Object.entries(all)) mistakes[`${draft.key} ${member}`] = mistake
    return rule
  })
  return { spending: { only_these_currencies, rules: read }, mistakes }
}

/** The highest limit that the server accepts, in minor units. */
const MOST = 1_000_000_000

const codeOf = ({ currency }: RuleDraft) => currency.trim().toUpperCase()
const sameCurrency = (a: RuleDraft, b: RuleDraft) => codeOf(a) === codeOf(b)

type Wrong = Partial<Record<"currency" | Limit, Mistake>>

function ruleOf(draft: RuleDraft): { rule: SpendingRule; wrong: Wrong } {
  const currency = codeOf(draft)
  if (!isCurrency(currency)) return { rule: { currency }, wrong: { currency: "not_a_currency" } }
  const wrong: Wrong = {}
  const limits: Partial<Record<Limit, number>> = {}
  for (const name of LIMITS) {
    if (!draft[name].trim()) continue
    const amount = amountIn(draft[name], currency, MOST)
    if (amount === undefined) wrong[name] = "not_an_amount"
    else limits[name] = amount
  }
  return { rule: { currency, ...limits }, wrong: { ...contradictionsIn(limits), ...wrong } }
}

function contradictionsIn({
  max_per_payment,
  max_per_day,
  approval_above = 0,
}: Partial<Record<Limit, number>>): Wrong {
  const lowest = Math.min(max_per_payment ?? Infinity, max_per_day ?? Infinity)
  return {
    ...((max_per_payment ?? 0) > (max_per_day ?? Infinity) && { max_per_payment: "more_than_day" }),
    ...(approval_above >= lowest && { approval_above: "approval_never_needed" }),
  }
}
