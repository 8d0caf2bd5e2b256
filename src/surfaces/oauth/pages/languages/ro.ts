import { SCOPE_SENTENCES } from "../../../../domain/scope-sentences"
import type { Texts } from "../oauth-texts"

/** The pages in Romanian. */
export const ro: Texts = {
  lang: "ro",
  log_in_title: "Autentificare",
  log_in_intro: (client) => `${client} cere acces. Autentificați-vă ca să vedeți ce dorește și să decideți.`,
  only: {
    user: "Numai personalul acestui magazin poate decide aici.",
    customer: "Numai clienții acestui magazin pot decide aici, fiecare pentru contul său.",
  },
  either:
    "Clienții și personalul acestui magazin pot decide. Autentificați-vă cu contul pe care îl aveți aici.",
  email: "E-mail",
  password: "Parolă",
  log_in: "Autentificare",
  cancel: "Refuz accesul și mă întorc",
  fault_prefix: "Eroare:",
  fault_title: "A apărut o problemă",
  faults: {
    wrong_password: "E-mailul și parola nu corespund niciunui cont.",
    more_needed: "Pentru acest cont nu ajunge o parolă. Autentificați-vă mai întâi la magazin, apoi reluați.",
    not_suitable: "Acest fel de cont nu poate da acest acces. Autentificați-vă cu altul.",
    too_many_attempts: "Au fost prea multe încercări. Așteptați un sfert de oră, apoi încercați din nou.",
    log_in_again:
      "Accesul la plăți cere o autentificare din ultimele cinci minute, iar unele aplicații cer o autentificare nouă. Autentificați-vă din nou.",
    no_cookie:
      "Pagina expirase sau browserul blochează cookie-urile. Permiteți cookie-urile pentru acest site, apoi autentificați-vă.",
  },
  consent_title: (client, store) => `Permiteți aplicației ${client} să acționeze la ${store}?`,
  unverified: "Neverificată",
  unverified_why: "Aplicația și-a ales singură numele. Nimeni nu a verificat cine se află în spatele ei.",
  acts_for: {
    a2a: "Va acționa în numele magazinului.",
    ucp: "Va face cumpărături pentru dumneavoastră.",
    acp: "Va face cumpărături pentru dumneavoastră.",
    app: "Va acționa în contul dumneavoastră de client.",
  },
  it_may: "Va putea",
  scopes: SCOPE_SENTENCES.ro,
  saved_cards: "Cardurile dumneavoastră salvate",
  saved_cards_about:
    "Aplicația poate plăti cu cardurile pe care le salvați prin ea și cu cele pe care le-ați salvat în acest magazin sau le salvați aici mai târziu, fără să vă întrebe, în aceste limite. Le puteți reduce acum și mai târziu. Tot ce le depășește are nevoie de confirmarea dumneavoastră.",
  saved_cards_fault:
    "Limitele nu au fost acceptate. Introduceți sume și date care nu le depășesc pe cele de mai jos.",
  max_per_charge: (currency) => `Cel mult la fiecare debitare, în ${currency}`,
  max_per_month: (currency) => `Cel mult într-o lună calendaristică, în ${currency}`,
  mandate_until: "Până la",
  limits_intro: (until) =>
    `Poate debita carduri salvate fără să vă întrebe${until ? ` până la ${until}` : ""}, cel mult:`,
  limits_of: (per_charge, per_month, until) =>
    `${per_charge} / plată, ${per_month} / lună${until ? `, până la ${until}` : ""}`,
  answer_title: "Unde ajunge decizia",
  answer_to: {
    host: (name) => `Decizia este trimisă la ${name}.`,
    device: (name) => `Decizia este trimisă unui program de pe acest dispozitiv (${name}).`,
    app: (name) => `Decizia este trimisă aplicației de pe acest dispozitiv care deschide legături ${name}.`,
  },
  logged_in_as: (email) => `Sunteți autentificat ca ${email}.`,
  another_account: "Folosesc alt cont",
  approve: "Permit",
  deny: "Refuz",
  withdraw_title: "Cum se încheie accesul",
  ends_on: (date) => `Acest acces se încheie de la sine pe ${date}.`,
  withdraw_on_page: "Puteți retrage oricând acest acces și el încetează imediat:",
  withdraw_in_admin:
    "Personalul poate retrage acest acces în panoul de administrare, la Agenți. El încetează imediat.",
  account_title: "Aplicații cu acces la contul dumneavoastră",
  account_log_in_intro:
    "Autentificați-vă ca să vedeți ce aplicații au acces la contul dumneavoastră și ca să îl retrageți.",
  account_intro: (store) =>
    `Ați permis acestor aplicații să acționeze pentru dumneavoastră la ${store}. Puteți retrage oricând accesul; el încetează imediat.`,
  account_consents: "Aplicații",
  no_consents: "Nicio aplicație nu are acces la contul dumneavoastră.",
  has_access: (since, until) => `Are acces din ${since}, cel târziu până la ${until}`,
  what_it_may: "Ce poate face",
  charges_cards: "Poate debita carduri salvate.",
  limits: (per_charge, per_month, until) =>
    `Fără să vă întrebe: cel mult ${per_charge} de fiecare dată și ${per_month} într-o lună calendaristică, până la ${until}.`,
  withdraw: "Retrag accesul",
  account_cards: "Carduri salvate",
  a_card: "Un card",
  charged_by: (client) => `${client} îl poate debita cât timp are acces.`,
  remove_card: "Șterg cardul",
  show_more: "Arată mai multe",
  log_out: "Ieșire din cont",
  back_to: (store) => `Înapoi la ${store}`,
  notices: {
    withdrawn: "Accesul este retras.",
    removed: "Cardul este șters și nu mai este debitat.",
    gone: "Nu s-a schimbat nimic: înregistrarea se încheiase deja.",
  },
  error_title: "Nu a reușit",
  error_advice: {
    consent: "Nu a fost permis nimic. Puteți închide această pagină și relua din aplicație.",
    account: "Nu s-a schimbat nimic. Deschideți din nou pagina.",
    account_error: "Deschideți din nou pagina. Ea arată aplicațiile și cardurile așa cum sunt acum.",
  },
  refusals: {
    unknown_client: "Această aplicație nu este cunoscută aici.",
    foreign_redirect_uri: "Aplicația cere răspunsul la o adresă pe care nu a înregistrat-o.",
    request_over: "Cererea s-a încheiat: s-a decis deja sau a așteptat prea mult.",
    pushed_request_over:
      "Acest link se poate deschide o singură dată, în cel mult un minut. Reluați din aplicație.",
    other_browser: "Cererea a fost începută în alt browser sau cookie-urile sunt dezactivate.",
    foreign_form: "Formularul nu vine de pe pagina noastră sau între timp s-a autentificat altcineva.",
    session_not_kept:
      "Nu vă puteți autentifica acum: un proxy din fața magazinului nu transmite că pagina a fost deschisă prin HTTPS. Administratorul magazinului trebuie să configureze proxy-ul să trimită X-Forwarded-Proto: https.",
    surface_disabled: "Magazinul nu dă acces aplicațiilor în acest moment.",
    internal_error: "Ceva nu a mers la magazin.",
    not_understood: "Aplicația a făcut o greșeală în cererea ei.",
  },
}
