const REASONS = [
  "insufficient_funds",
  "card_expired",
  "invalid_cvv",
  "do_not_honor",
  "sca_failed",
  "sca_abandoned",
  "issuer_unavailable",
  "store_failure",
  "other",
] as const

/** A reason for a decline that customers are told. */
export type DeclineReason = (typeof REASONS)[number]

/**
 * Reasons that are told as others. That a card was reported lost or stolen is not told to whoever holds it; what the store or
 * its connection to the bank failed at is one reason to a customer.
 */
const TOLD_AS: Readonly<Record<string, DeclineReason>> = {
  lost_or_stolen: "do_not_honor",
  expired_card: "card_expired",
  authentication_failed: "sca_failed",
  sca_required: "sca_failed",
  interrupted: "store_failure",
  not_executed: "store_failure",
}

/** What a customer is told of a decline code. Never the bank's own words: they are in its language and for merchants. */
export function declineReason(code: string | null): DeclineReason {
  const known = REASONS.find((reason) => reason === code)
  return known ?? (code && Object.hasOwn(TOLD_AS, code) ? TOLD_AS[code] : undefined) ?? "other"
}
