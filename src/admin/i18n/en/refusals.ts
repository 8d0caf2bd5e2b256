/** The reasons of refused calls, by error code. */
export default {
  unauthorized: "no valid token",
  a2a_client_revoked: "agent revoked",
  scope_denied: "not covered by the consent",
  ip_not_allowed: "IP address not allowed",
  outside_hours: "outside the access schedule",
  rate_limited: "rate limit exceeded",
  spending_limit: "spending limit exceeded",
  surface_disabled: "channel switched off",
  signature_missing: "not signed",
  signature_invalid: "invalid signature",
  key_not_found: "unknown signing key",
  digest_mismatch: "body differs from the signed body",
  algorithm_unsupported: "signature algorithm not supported",
  invalid_profile_url: "invalid profile address",
  profile_unreachable: "profile could not be fetched",
  profile_malformed: "invalid profile",
}
