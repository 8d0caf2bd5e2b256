/** The code of a call for an account at a bank that the store's options do not have, or have no more. */
export const NO_BANK = "no_bank"

/** The codes of bank calls that were not executed, and may be later, also for a payment that is being created. */
export const TEMPORARY_TO_OPEN: readonly string[] = ["earlier_call_open", "rate_limited", "not_opened"]

/**
 * The codes of bank calls about an existing payment that were not executed, and may be later: an earlier call is unresolved,
 * the bank's rate limit is exceeded, the bank does not know the payment yet, or the merchant has removed its account from
 * the options and may add it again.
 */
export const TEMPORARY_CODES: readonly string[] = [...TEMPORARY_TO_OPEN, NO_BANK]
