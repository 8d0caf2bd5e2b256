import { z } from "@medusajs/framework/zod"
import { CUSTOMER_REFUNDS, RETURN_WINDOW_BOUNDS, STAFF_REFUNDS } from "../../../domain/refund-rules"
import { currencyLimits } from "./currency-limits"

const [SHORTEST, LONGEST] = RETURN_WINDOW_BOUNDS

/** The rules for refunds that agents request. An absent rule is not changed. */
export const RefundRules = z.strictObject({
  customer_clients: z.enum(CUSTOMER_REFUNDS).optional(),
  staff_clients: z.enum(STAFF_REFUNDS).optional(),
  limits: currencyLimits("refunds", ["max_per_refund", "max_per_client", "max_per_day"]).optional(),
  after_fulfillment: z.boolean().optional(),
  return_window_days: z.int().min(SHORTEST).max(LONGEST).optional(),
  manage_scope: z.boolean().optional(),
})
