import { z } from "@medusajs/framework/zod"
import { CARD_CHARGES, type RaisedLimit } from "../domain/card-mandate"
import { type Problem, problem } from "../domain/errors"
import { Amount, Currency, Time } from "./schemas"

/** An RFC 3339 time, as UTC with milliseconds. */
export const Instant = Time.transform((text) => new Date(text).toISOString())

/** A limit that a customer lowers, in minor units; 0 means that nothing is charged without them. */
export const LowerAmount = z.int().min(0).max(1_000_000_000)

const Type = z.literal(CARD_CHARGES)

const onceEach = (all: readonly { readonly currency: string }[]) =>
  new Set(all.map(({ currency }) => currency)).size === all.length
const ONCE_EACH = "must name each currency only once"

/** Authorization details (RFC 9396) of our type `card_charges`: at most one object per currency. */
export const CardChargesDetails = z
  .array(
    z.strictObject({
      type: Type,
      currency: Currency,
      max_per_charge: Amount,
      max_per_month: Amount,
      expires_at: Instant,
    })
  )
  .min(1)
  .max(10)
  .refine(onceEach, ONCE_EACH)

/** The same with the limits that are lowered. */
export const LowerDetails = z
  .array(
    z.strictObject({
      type: Type,
      currency: Currency,
      max_per_charge: LowerAmount.optional(),
      max_per_month: LowerAmount.optional(),
      expires_at: Instant.optional(),
    })
  )
  .min(1)
  .max(10)
  .refine(onceEach, ONCE_EACH)
export type LowerDetails = z.infer<typeof LowerDetails>

/** The error for limits that would be raised. */
export function raisedProblem(raised: readonly RaisedLimit[]): Problem {
  const issues = raised.map(({ index, name, message }) => ({
    path: `authorization_details.${index}.${name}`,
    message,
  }))
  return problem("invalid_params", { issues })
}
