/** The result of a bank query about a payment: no change, a change, or a payment that the bank does not know. */
export const QUERY_OUTCOMES = ["unchanged", "changed", "not_known"] as const
export type QueryOutcome = (typeof QUERY_OUTCOMES)[number]
