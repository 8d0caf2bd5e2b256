/**
 * The result of a bank query about a payment: no change, a change, a payment that the bank does not know, or a capture,
 * refund or void of it that the bank has begun and not finished.
 */
export const QUERY_OUTCOMES = ["unchanged", "changed", "not_known", "not_finished"] as const
export type QueryOutcome = (typeof QUERY_OUTCOMES)[number]
