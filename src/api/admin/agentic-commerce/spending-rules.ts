import { z } from "@medusajs/framework/zod"
import type { SpendingRule } from "../../../domain/spending"
import { isCurrency } from "../../../domain/money"

/** Minor units. */
const Amount = z.int().min(1).max(1_000_000_000).optional()

const Currency = z.string().refine(isCurrency, {
  error: ({ input }) => `spending: ${JSON.stringify(input)} is not an uppercase ISO 4217 currency`,
})

const Rule = z
  .strictObject({
    currency: Currency,
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
  rules: z
    .array(Rule)
    .max(50)
    .refine((rules) => new Set(rules.map(({ currency }) => currency)).size === rules.length, {
      error: "spending: each currency must have only one rule",
    }),
})
