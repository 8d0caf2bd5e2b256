import { z } from "@medusajs/framework/zod"
import type { SpendingRule } from "../../../domain/spending"
import { currencyFor, LimitAmount, refuseRepeatedCurrencies } from "./currency-limits"

const Amount = LimitAmount.optional()

const Rule = z
  .strictObject({
    currency: currencyFor("spending"),
    max_per_payment: Amount,
    max_per_day: Amount,
    approval_above: Amount,
  })
  .refine(isUpTo("max_per_payment", "max_per_day"), {
    path: ["max_per_payment"],
    error: "spending: max_per_payment must not be more than max_per_day",
  })
  .refine(isBelow("max_per_payment"), {
    path: ["approval_above"],
    error:
      "spending: approval_above must be less than max_per_payment, otherwise no payment would need approval",
  })
  .refine(isBelow("max_per_day"), {
    path: ["approval_above"],
    error: "spending: approval_above must be less than max_per_day, otherwise no payment would need approval",
  })

type Limit = "max_per_payment" | "max_per_day"
type Limits = { [Name in keyof Omit<SpendingRule, "currency">]?: number | undefined }

function isUpTo(lower: Limit, upper: Limit) {
  return (rule: Limits) => (rule[lower] ?? 0) <= (rule[upper] ?? Infinity)
}

function isBelow(limit: Limit) {
  return ({ approval_above, ...rule }: Limits) =>
    approval_above === undefined || approval_above < (rule[limit] ?? Infinity)
}

/** The spending limits of a client, by currency. */
export const SpendingRules = z.strictObject({
  only_these_currencies: z.boolean().default(false),
  rules: z.array(Rule).max(50).superRefine(refuseRepeatedCurrencies("spending", "rule")),
})
