import { z } from "@medusajs/framework/zod"
import { MANDATE_DAYS } from "../../../domain/card-mandate"
import { currencyLimits } from "./currency-limits"

const [shortest, longest] = MANDATE_DAYS

/** The default mandate of a saved card. An absent member is not changed; `limits` is replaced as a whole. */
export const CardMandate = z.strictObject({
  days: z.int().min(shortest).max(longest).optional(),
  limits: currencyLimits("card_mandate", ["max_per_charge", "max_per_month"]).optional(),
})
