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
  signature_missing: "nesemnat",
  signature_invalid: "semnătură nevalidă",
} satisfies Translation<typeof en>
