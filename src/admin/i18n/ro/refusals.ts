import type en from "../en/refusals"
import type { Translation } from "../translation"

export default {
  unauthorized: "fără token valid",
  a2a_client_revoked: "agent revocat",
  scope_denied: "neacoperit de consimțământ",
  ip_not_allowed: "adresă IP nepermisă",
  outside_hours: "în afara programului de acces",
  rate_limited: "limita de apeluri depășită",
  spending_limit: "limita de cheltuire depășită",
  mandate_limit: "mandatul clientului depășit",
  duplicate_purchase: "aceeași cumpărătură făcută cu puțin timp înainte",
  quote_changed: "oferta s-a schimbat înainte de plată",
  unpaid_limit: "prea mult stoc în comenzi neplătite",
  refunds_disabled: "rambursările cerute de agenți sunt oprite",
  client_name_refused: "nume înșelător la înregistrare",
  registration_cap: "prea mulți agenți înregistrați fără consimțământ",
  surface_disabled: "canal dezactivat",
  signature_missing: "nesemnat",
  signature_invalid: "semnătură nevalidă",
  key_not_found: "cheie de semnare necunoscută",
  digest_mismatch: "conținutul diferă de cel semnat",
  algorithm_unsupported: "algoritm de semnare neacceptat",
  invalid_profile_url: "adresă de profil nevalidă",
  profile_unreachable: "profilul nu a putut fi obținut",
  profile_malformed: "profil nevalid",
} satisfies Translation<typeof en>
