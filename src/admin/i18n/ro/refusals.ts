import type en from "../en/refusals"
import type { Translation } from "../translation"

export default {
  unauthorized: "fără token valid",
  a2a_client_revoked: "agent revocat",
  scope_denied: "fără consimțământ",
  ip_not_allowed: "adresă nepermisă",
  outside_hours: "în afara programului",
  rate_limited: "prea multe apeluri",
  spending_limit: "peste regulile de cheltuire",
  surface_disabled: "canal oprit",
  signature_missing: "nesemnat",
  signature_invalid: "semnătură nevalidă",
  key_not_found: "semnat cu o cheie necunoscută",
  digest_mismatch: "conținutul nu este cel semnat",
  algorithm_unsupported: "tip de semnătură neacceptat",
  invalid_profile_url: "fără o adresă validă a profilului",
  profile_unreachable: "profilul nu a putut fi citit",
  profile_malformed: "profil nevalid",
} satisfies Translation<typeof en>
