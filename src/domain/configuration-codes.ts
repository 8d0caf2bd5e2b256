/**
 * The codes with which a bank rejects every call of a store whose configuration is wrong: the merchant, the terminal, the
 * secret, or the keys of the store's signatures.
 */
export const CONFIGURATION_CODES: readonly string[] = [
  "bank_configuration",
  "signature_missing",
  "signature_invalid",
  "key_unknown",
  "alg_not_allowed",
  "claim_mismatch",
  "signature_stale",
  "digest_mismatch",
]
