import { z } from "@medusajs/framework/zod"
import { isCurrency } from "../domain/money"
import { utcOf } from "../domain/times"

/** An amount to be paid: integer minor units, 1 to 10^9. */
export const Amount = z.int().min(1).max(1_000_000_000)

/** Uppercase ISO 4217. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "must be an uppercase ISO 4217 code")
  .refine(isCurrency, "is not an ISO 4217 currency")

/** A time of RFC 3339; read, it is in UTC. */
export const Time = z.iso.datetime({ offset: true }).transform((text, context) => {
  const utc = utcOf(text)
  if (utc === undefined) context.addIssue("must be a time with seconds, in the years 0001 to 9999")
  return utc ?? z.NEVER
})

/** How many entries a page has. */
export const Limit = z.int().min(1).max(100).default(20)

/** An id in a path. What cannot be one is nobody's: it is looked up in vain, as every unknown id is. */
export const PathId = z
  .string()
  .regex(/^[\w-]{1,200}$/)
  .catch("")
