/** Why a call was refused, by the code of the refusal. */
export default {
  unauthorized: "no valid token",
  a2a_client_revoked: "agent revoked",
  scope_denied: "no consent for it",
  ip_not_allowed: "address not allowed",
  outside_hours: "outside the hours",
  rate_limited: "too many calls",
  spending_limit: "above its spending rules",
  signature_missing: "not signed",
  signature_invalid: "signature not valid",
}
