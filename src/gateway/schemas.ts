import { z } from "@medusajs/framework/zod"
import { isCurrency } from "../domain/money"
import { utcOf } from "../domain/times"

/** A payment amount: integer minor units, 1 to 10^9. */
export const Amount = z.int().min(1).max(1_000_000_000)

/**
 * A requested quantity, of any size: what cannot be bought is lowered to what can be (UCP: Checkout REST binding, business
 * outcomes), so that a large number is no invalid request.
 */
export const Quantity = z
  .number()
  .min(1)
  .refine(Number.isInteger, "must be an integer")
  .transform((quantity) => Math.min(quantity, Number.MAX_SAFE_INTEGER))
  .meta({ type: "integer" })

/** Uppercase ISO 4217. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "must be an uppercase ISO 4217 code")
  .refine(isCurrency, "is not an ISO 4217 currency")

/** An RFC 3339 time; the parsed value is in UTC. */
export const Time = z.iso.datetime({ offset: true }).transform((text, context) => {
  const utc = utcOf(text)
  if (utc === undefined) context.addIssue("must be an RFC 3339 time with seconds, in the years 0001 to 9999")
  return utc ?? z.NEVER
})

/** The page size. */
export const Limit = z.int().min(1).max(100).default(20)

/** An id in a path. Invalid text becomes the empty string, which is not found, like every unknown id. */
export const PathId = z
  .string()
  .regex(/^[\w-]{1,200}$/)
  .catch("")
