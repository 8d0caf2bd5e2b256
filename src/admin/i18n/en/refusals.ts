/** The reasons of refused calls, by error code. */
export default {
  unauthorized: "no valid token",
  a2a_client_revoked: "agent revoked",
  scope_denied: "no consent for it",
  ip_not_allowed: "address not allowed",
  outside_hours: "outside the hours",
  rate_limited: "too many calls",
  spending_limit: "above its spending rules",
  surface_disabled: "channel switched off",
  signature_missing: "not signed",
  signature_invalid: "signature not valid",
  key_not_found: "signed with an unknown key",
  digest_mismatch: "body is not what was signed",
  algorithm_unsupported: "kind of signature not supported",
  invalid_profile_url: "no valid address of a profile",
  profile_unreachable: "profile could not be fetched",
  profile_malformed: "profile not valid",
}
