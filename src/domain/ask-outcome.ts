/** What came of asking the bank for a payment: it told nothing new, something new, or does not know the payment. */
export const ASK_OUTCOMES = ["unchanged", "changed", "not_known"] as const
export type AskOutcome = (typeof ASK_OUTCOMES)[number]
