import { z } from "@medusajs/framework/zod"
import { type Terms as AgreedTerms, USAGES } from "../../domain/card"
import { offeredMandate, termsUnder } from "../../domain/card-mandate"
import { problem } from "../../domain/errors"
import { policyOf } from "../../gateway/admission"
import type { Call } from "../../gateway/call"
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

/** The limits of later charges that the customer is asked to agree to. Amounts in minor units. */
export const Terms = z
  .strictObject({
    max_amount: Amount.optional().describe("Of each charge, in integer minor units"),
    max_per_month: Amount.optional().describe("Of all charges in a calendar month, in integer minor units"),
    frequency_days: z.int().min(1).max(366).optional().describe("Days between two charges at least"),
    expires_at: Time.transform(instant).optional().describe("RFC 3339"),
  })
  .default({})

/**
 * The terms that the customer is asked to agree to: those of the request, and the merchant's default for each absent
 * one. Throws `invalid_params` when a limit is absent and the merchant has no default for the currency.
 */
export async function agreedTerms(
  requested: z.infer<typeof Terms>,
  currency: string,
  call: Call,
  path = "terms"
): Promise<AgreedTerms> {
  const { card_mandate } = await policyOf(call).settings()
  const offered = offeredMandate(card_mandate, currency, new Date())
  const terms = { ...(offered && termsUnder(offered)), ...requested }
  const { max_amount, max_per_month, expires_at } = terms
  if (max_amount !== undefined && max_per_month !== undefined && expires_at !== undefined)
    return { ...terms, max_amount, max_per_month, expires_at }
  const [missing] = REQUIRED.filter((name) => terms[name] === undefined)
  const message = `is required in ${currency}: the merchant has no default limit for this currency`
  throw problem("invalid_params", { issues: [{ path: `${path}.${missing}`, message }] })
}

const REQUIRED = ["max_amount", "max_per_month", "expires_at"] as const
