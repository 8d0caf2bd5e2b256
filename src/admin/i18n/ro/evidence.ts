import type en from "../en/evidence"
import type { Translation } from "../translation"

export default {
  title: "Dovezi pentru plata {{id}}",
  download: "Descarcă dovezile",
  saved: "Dovezile au fost descărcate",
  consent: "Consimțământ",
  no_consent:
    "Niciun consimțământ al clientului sau al personalului către acest agent nu ține de această plată",
  given_by: "Dat de",
  user: "personalul magazinului",
  customer: "client",
  given_at: "Dat la",
  revoked_at: "Revocat la",
  scopes: "Permisiuni",
  mandate: "Mandatul cardului salvat",
  no_mandate: "Cardul nu a fost salvat pentru această plată",
  agreed: "Convenit",
  customer_reference: "Referința clientului",
  authentication: "Autentificarea clientului",
  delivery: "Livrare",
  no_delivery: "Comanda nu are nicio expediere",
  parcel: "{{id}}: expediat {{shipped}}, livrat {{delivered}}, urmărire {{tracking}}",
  authenticated_at_provider:
    "Furnizorul de plăți autentifică clientul. Rezultatul este în evidența plății de la furnizor.",
  provider_payments: "Plăți la furnizor",
  provider_payment: "{{provider}}: {{reference}}, {{amount}}, încasată {{captured}}",
  messages: "Mesajele băncii",
  none: "Niciunul",
} satisfies Translation<typeof en>
