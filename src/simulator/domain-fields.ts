import { integer, matching, object, oneOf, optional, textMap, withDefault, type Reader } from "./fields"
import type { Terms } from "./token"

/** A positive amount in minor units. */
export const amount = integer(1, 1_000_000_000_000)

/** An ISO 4217 code. Whether the merchant accepts the currency is checked elsewhere. */
export const currency = matching(/^[A-Z]{3}$/, "an uppercase ISO 4217 code")

/** The merchant's own reference for a payment, capture, refund or token. */
export const merchantReference = matching(/^[\w.:-]{1,64}$/, "1 to 64 letters, digits or _ . : -")

/** What a saved card may be charged for. */
export const usage = oneOf("recurring", "unscheduled", "installment")

const dateTime = matching(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  "a date and time such as 2027-01-31T00:00:00Z (RFC 3339)"
)

/** The limits of an agreement; absent ones are null. */
export const terms: Reader<Terms> = withDefault(
  object({
    max_amount: optional(amount),
    max_per_month: optional(amount),
    frequency_days: optional(integer(1, 366)),
    expires_at: optional(dateTime),
  }),
  { max_amount: null, max_per_month: null, frequency_days: null, expires_at: null }
)

/** The merchant's metadata; an empty object when absent. */
export const metadata = withDefault(textMap(50, 500), {})
