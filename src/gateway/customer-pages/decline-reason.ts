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

/** A decline reason that customers see. */
export type DeclineReason = (typeof REASONS)[number]

/**
 * Codes that customers see as another reason. A person who holds a card must not learn that it was reported lost or
 * stolen; failures of the store or of its connection to the bank are one reason for a customer.
 */
const REASON_OF_CODE: Readonly<Record<string, DeclineReason>> = {
  lost_or_stolen: "do_not_honor",
  expired_card: "card_expired",
  authentication_failed: "sca_failed",
  sca_required: "sca_failed",
  interrupted: "store_failure",
  not_executed: "store_failure",
}

/**
 * The reason that a customer sees for a decline code. The bank's own message is never shown: it is in the bank's
 * language and meant for merchants.
 */
export function declineReason(code: string | null): DeclineReason {
  const known = REASONS.find((reason) => reason === code)
  return known ?? (code && Object.hasOwn(REASON_OF_CODE, code) ? REASON_OF_CODE[code] : undefined) ?? "other"
}
