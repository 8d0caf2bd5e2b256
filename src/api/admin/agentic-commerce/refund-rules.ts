import { z } from "@medusajs/framework/zod"
import { isCurrency } from "../../../domain/money"
import { CUSTOMER_REFUNDS, RETURN_WINDOW_BOUNDS, STAFF_REFUNDS } from "../../../domain/refund-rules"

/** Minor units. */
const Amount = z.int().min(1).max(1_000_000_000)

const Currency = z.string().refine(isCurrency, {
  error: ({ input }) => `refunds: ${JSON.stringify(input)} is not an uppercase ISO 4217 currency`,
})

const Limit = z
  .strictObject({
    currency: Currency,
    max_per_refund: Amount,
    max_per_client: Amount,
    max_per_day: Amount,
  })
  .refine(({ max_per_refund, max_per_client }) => max_per_refund <= max_per_client, {
    path: ["max_per_refund"],
    error: "refunds: max_per_refund must not be more than max_per_client",
  })
  .refine(({ max_per_client, max_per_day }) => max_per_client <= max_per_day, {
    path: ["max_per_client"],
    error: "refunds: max_per_client must not be more than max_per_day",
  })

const [SHORTEST, LONGEST] = RETURN_WINDOW_BOUNDS

/** The rules for refunds that agents request. An absent rule is not changed. */
export const RefundRules = z.strictObject({
  customer_clients: z.enum(CUSTOMER_REFUNDS).optional(),
  staff_clients: z.enum(STAFF_REFUNDS).optional(),
  limits: z
    .array(Limit)
    .max(50)
    .refine((limits) => new Set(limits.map(({ currency }) => currency)).size === limits.length, {
      error: "refunds: each currency must have only one limit",
    })
    .optional(),
  after_fulfillment: z.boolean().optional(),
  return_window_days: z.int().min(SHORTEST).max(LONGEST).optional(),
  manage_scope: z.boolean().optional(),
})
