/**
 * The codes of bank calls that were not executed, and may be later: an earlier call is unresolved, the bank's rate limit is
 * exceeded, or the bank does not know the payment yet.
 */
export const TEMPORARY_CODES: readonly string[] = ["earlier_call_open", "rate_limited", "not_opened"]
