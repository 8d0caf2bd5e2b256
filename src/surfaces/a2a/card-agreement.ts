import { z } from "@medusajs/framework/zod"
import { USAGES } from "../../domain/card"
import { Amount, Time } from "../../gateway/schemas"

/** What a saved card may be charged for. */
export const Usage = z.enum(USAGES)

/** The merchant's own identifier of the customer whose card is saved. */
export const CustomerReference = z
  .string()
  .min(1)
  .max(100)
  .describe("The merchant's own reference of the customer")

const instant = (text: string) => new Date(text).toISOString()

/** The limits of later charges that the customer agrees to. Amounts in minor units. */
export const Terms = z
  .strictObject({
    max_amount: Amount.optional().describe("Of each charge, in integer minor units"),
    frequency_days: z.int().min(1).max(366).optional().describe("Days between two charges at least"),
    expires_at: Time.transform(instant).optional().describe("RFC 3339"),
  })
  .default({})
