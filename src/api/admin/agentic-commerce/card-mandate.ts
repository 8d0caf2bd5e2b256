import { z } from "@medusajs/framework/zod"
import { MANDATE_DAYS } from "../../../domain/card-mandate"
import { isCurrency } from "../../../domain/money"

/** Minor units. */
const Amount = z.int().min(1).max(1_000_000_000)

const Currency = z.string().refine(isCurrency, {
  error: ({ input }) => `card_mandate: ${JSON.stringify(input)} is not an uppercase ISO 4217 currency`,
})

const Limit = z
  .strictObject({ currency: Currency, max_per_charge: Amount, max_per_month: Amount })
  .refine(({ max_per_charge, max_per_month }) => max_per_charge <= max_per_month, {
    path: ["max_per_charge"],
    error: "card_mandate: max_per_charge must not be more than max_per_month",
  })

const [shortest, longest] = MANDATE_DAYS

/** The default mandate of a saved card. An absent member is not changed; `limits` is replaced as a whole. */
export const CardMandate = z.strictObject({
  days: z.int().min(shortest).max(longest).optional(),
  limits: z
    .array(Limit)
    .max(50)
    .refine((limits) => new Set(limits.map(({ currency }) => currency)).size === limits.length, {
      error: "card_mandate: each currency must have only one limit",
    })
    .optional(),
})
