import { integer, matching, object, oneOf, optional, textMap, withDefault, type Reader } from "./fields"
import type { Terms } from "./token"

/** An amount in minor units, more than nothing. */
export const amount = integer(1, 1_000_000_000_000)

/** An ISO 4217 code; whether the merchant takes it is another question. */
export const currency = matching(/^[A-Z]{3}$/, "an uppercase ISO 4217 code")

/** A name the merchant gives to a payment, capture, refund or token. */
export const merchantReference = matching(/^[\w.:-]{1,64}$/, "1 to 64 letters, digits or _ . : -")

/** What a saved card is for. */
export const usage = oneOf("recurring", "unscheduled", "installment")

const dateTime = matching(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  "a date and time such as 2027-01-31T00:00:00Z (RFC 3339)"
)

/** The bounds of an agreement; absent ones are null. */
export const terms: Reader<Terms> = withDefault(
  object({
    max_amount: optional(amount),
    frequency_days: optional(integer(1, 366)),
    expires_at: optional(dateTime),
  }),
  { max_amount: null, frequency_days: null, expires_at: null }
)

/** The merchant's own notes; none means an empty object. */
export const metadata = withDefault(textMap(50, 500), {})
