import type en from "../en/diagnostics"
import type { Translation } from "../translation"

export default {
  checklist: "Verificarea configurării",
  checklist_about:
    "Verificări care trebuie trecute înainte ca agenții să folosească magazinul. Rulează de fiecare dată când deschizi această pagină.",
  again: "Verifică din nou",

  item_base_url: "Adresa magazinului",
  base_url_answers: "{{base_url}} răspunde și oferă toate documentele necesare agenților.",
  base_url_not_https: "{{base_url}} nu folosește HTTPS: tokenurile ar circula necriptate.",
  base_url_not_https_advice:
    "Configurează HTTPS pentru magazin și setează base_url sau GW_BASE_URL la acea adresă.",
  base_url_redirects: "{{path}} redirecționează la {{location}}.",
  base_url_redirects_advice: "Setează base_url la adresa finală: agenții nu urmează redirecționări.",
  base_url_status: "{{path}} răspunde cu {{status}}.",
  base_url_status_advice: "Configurează proxy-ul să transmită magazinului toate căile.",
  base_url_foreign: "{{path}} răspunde, dar nu conține {{base_url}}.",
  base_url_foreign_advice: "Acolo răspunde alt magazin sau acest magazin rulează cu alt base_url.",
  base_url_not_forwarded: "{{path}} nu oferă documentul magazinului.",
  base_url_not_forwarded_advice:
    "Configurează proxy-ul să transmită magazinului și această cale, neschimbată.",
  base_url_silent: "Magazinul nu răspunde la propria adresă: {{why}}",
  base_url_silent_advice:
    "Verifică DNS-ul, firewallul și proxy-ul; agenții și banca trebuie să ajungă la magazin.",

  item_payment_routes: "Modalități de plată",
  payment_routes_bank: "Clienții plătesc cumpărăturile agenților pe pagina băncii: {{providers}}.",
  payment_routes_page: "Clienții plătesc cumpărăturile agenților pe o pagină a magazinului: {{providers}}.",
  payment_routes_storefront: "Clienții plătesc cumpărăturile agenților în magazinul online: {{providers}}.",
  payment_routes_none:
    "Agenții pot alege produse, dar nu pot plăti: magazinul nu are nicio modalitate de plată.",
  payment_routes_none_advice: "Setează opțiunile băncii sau payment_routes și repornește magazinul.",
  payment_routes_only_amounts:
    "Pagina magazinului acceptă sumele cerute de agenți prin A2A, dar nu și coșuri de cumpărături.",
  payment_routes_only_amounts_advice:
    "Înregistrează furnizorul de plată al pluginului în medusa-config și repornește magazinul. Nicio regiune nu trebuie să îl ofere.",
  payment_routes_unknown_provider: "Magazinul nu are acest furnizor de plată: {{unknown}}.",
  payment_routes_unknown_provider_advice: "Înregistrează-l în medusa-config sau corectează payment_routes.",
  payment_routes_unfollowed:
    "Clienții pot plăti în magazinul online comanda unui agent prin {{unfollowed}}, dar o astfel de plată nu este găsită dacă Medusa nu plasează comanda.",
  payment_routes_unfollowed_advice:
    "Trece-i pe fiecare în payment_routes cu ruta storefront, în afară de unul pentru plata la livrare, care raportează plata înainte ca clientul să o confirme.",
  payment_routes_regions_without: "Agenții nu pot plăti în {{without}}.",
  payment_routes_regions_without_advice:
    "Adaugă furnizorul unei modalități de plată ({{providers}}) la regiune: Setări, Regiunile, Furnizorii de plăți.",

  item_bank_keys: "Cheile băncii",
  bank_keys_usable: "Chei utilizabile în {{source}}: {{count}}.",
  bank_keys_silent: "Cheile băncii nu pot fi obținute: {{why}}",
  bank_keys_silent_advice: "Verifică bank.api_url și că magazinul poate ajunge la bancă.",
  bank_keys_status: "{{url}} răspunde cu {{status}}.",
  bank_keys_status_advice: "Verifică bank.api_url.",
  bank_keys_unusable: "{{source}} nu conține nicio cheie utilizabilă.",
  bank_keys_unusable_advice: "Verifică bank.api_url sau cheile din bank.jwks.",

  item_payment_provider: "Plăți prin bancă",
  payment_provider_offered: "Oferite în {{regions}}.",
  payment_provider_missing: "Banca nu este printre furnizorii de plată ai magazinului.",
  payment_provider_missing_advice: "Înregistreaz-o în medusa-config și repornește magazinul.",
  payment_provider_not_offered: "Nicio regiune nu oferă plăți prin bancă.",
  payment_provider_not_offered_advice: "Adaugă banca la o regiune: Setări, Regiunile, Furnizorii de plăți.",

  payment_provider_not_offered_for_a2a:
    "Nicio regiune nu oferă plăți prin bancă. Coșurile agenților se plătesc altfel, dar plățile A2A au nevoie de ea.",
  payment_provider_not_offered_for_a2a_advice:
    "Adaugă banca la o regiune dacă agenții plătesc prin A2A: Setări, Regiunile, Furnizorii de plăți.",

  item_notifications: "Notificările băncii",
  notifications_last: "Ultima notificare primită: {{at}}.",
  notifications_waiting_one: "{{count}} notificare a băncii așteaptă din {{since}}.",
  notifications_waiting_few: "{{count}} notificări ale băncii așteaptă, cea mai veche din {{since}}.",
  notifications_waiting_other: "{{count}} de notificări ale băncii așteaptă, cea mai veche din {{since}}.",
  notifications_waiting_advice:
    "Pornește un server sau un worker care rulează joburi și verifică jurnalul magazinului.",
  notifications_never_notified: "Există plăți, dar banca nu a trimis niciodată o notificare.",
  notifications_never_notified_advice:
    "Banca trebuie să ajungă la această adresă din internet, fără redirecționare. Configureaz-o la bancă dacă banca are o setare pentru ea: {{address}}",
  notifications_redirects: "{{address}} redirecționează la {{location}}.",
  notifications_redirects_advice:
    "Configurează proxy-ul să trimită această adresă la magazin sau setează base_url la adresa finală a magazinului: băncile nu urmează redirecționări.",
  notifications_none_yet: "Banca nu a trimis încă nicio notificare.",
  notifications_none_yet_advice:
    "Banca trebuie să ajungă la această adresă din internet, fără redirecționare. Configureaz-o la bancă dacă banca are o setare pentru ea: {{address}}",

  item_surfaces: "Canale",
  surfaces_on: "Activate: {{surfaces}}.",
  surfaces_off: "Toate canalele sunt dezactivate.",
  surfaces_off_advice: "Activează canalele pe care le pot folosi agenții.",
  surfaces_stopped: "Toți agenții sunt opriți.",
  surfaces_stopped_advice: "Permite-le din nou accesul cu butonul din partea de sus a paginii.",
  surfaces_channels: "UCP afișează produsele din {{channels}}.",
  surfaces_channels_missing_one: "{{count}} canal de vânzare pentru UCP nu există sau este dezactivat.",
  surfaces_channels_missing_few: "{{count}} canale de vânzare pentru UCP nu există sau sunt dezactivate.",
  surfaces_channels_missing_other:
    "{{count}} de canale de vânzare pentru UCP nu există sau sunt dezactivate.",
  surfaces_channels_missing_advice: "Selectează alte canale de vânzare.",

  item_catalog: "Produse pentru agenți",
  catalog_products: "Produse în {{channels}}.",
  catalog_no_products: "Niciun produs publicat nu este vizibil pentru agenți.",
  catalog_no_products_advice: "Publică produse într-un canal de vânzare pe care îl văd agenții.",
  catalog_regions: "Agenții pot plăti în fiecare regiune: {{regions}}.",
  catalog_regions_without: "Agenții nu pot plăti în fiecare regiune. Fără plată: {{without}}.",
  catalog_regions_without_advice:
    "Adaugă furnizorul unei modalități de plată la regiune: Setări, Regiunile, Furnizorii de plăți.",

  item_first_agent: "Primul agent",
  first_agent_called: "Un agent a apelat magazinul.",
  first_agent_consented: "Un agent are acces, dar nu a apelat încă magazinul.",
  first_agent_consented_advice: "Agentul trebuie să facă primul apel.",
  first_agent_registered: "Un agent s-a înregistrat, dar nu are încă un consimțământ.",
  first_agent_registered_advice: "Aprobă agentul, apoi lasă-l să ceară un consimțământ.",
  first_agent_none: "Niciun agent nu s-a înregistrat încă.",
  first_agent_none_advice: "Dă-i dezvoltatorului unui agent adresa magazinului.",

  any_not_checked: "Neverificat: {{why}}",
  any_not_checked_advice: "Rezolvă întâi cealaltă problemă și verifică din nou.",
  any_broken: "Verificarea nu a putut rula: {{why}}",
  any_broken_advice: "Vezi dacă alt element arată cauza.",

  documents: "Documente de descoperire",
  documents_about:
    "În aceste documente agenții găsesc capabilitățile magazinului. Fiecare document este cerut acum, la adresa magazinului.",
  answers: "răspunde, {{ms}} ms",
  answers_wrong: "răspuns neașteptat: {{status}}",
  is_off: "canalul este dezactivat",
  needs_token: "pentru agenți cu acces",
  document_agent_card: "Agent Card",
  document_ucp_profile: "Profil UCP",
  document_ucp_discovery: "Descoperire UCP",
  document_acp_discovery: "Descoperire ACP",
  document_oauth_server: "Server de autorizare",
  document_protected_resource_a2a: "Resursă protejată: A2A",
  document_protected_resource_ucp: "Resursă protejată: UCP",
  document_protected_resource_acp: "Resursă protejată: ACP",
  document_protected_resource_app: "Resursă protejată: aplicația",
  document_bank_keys: "Chei pentru bancă",
  document_product_feed: "Flux de produse",

  to_channels: "Deschide canalele",
  to_regions: "Deschide regiunile",
  to_products: "Deschide produsele",
  to_agents: "Deschide agenții",
  to_connect: "Conectează un asistent",
  copy_address: "Copiază adresa",
  test: "Testează magazinul",
  test_about:
    "Magazinul acționează ca propriul agent: își citește documentele de descoperire, face o plată mică la banca de test, o rambursează și își trimite un webhook. Rămâne doar o comandă anulată.",
  test_started: "Testul a început",
  test_impossible:
    "Disponibil doar în modul de test: opțiunea debug a pluginului trebuie activată, iar magazinul nu trebuie să ruleze în producție.",
  test_never: "Magazinul nu a fost testat încă.",
  took: "{{ms}} ms",
  step_discovery: "Descoperire",
  step_credential: "Acces pentru test",
  step_payment: "Plată",
  step_approval: "Aprobare la bancă",
  step_refund: "Rambursare",
  step_webhook: "Webhook",
  step_cleanup: "Curățare",
  test_found: "{{base_url}} răspunde și oferă toate documentele necesare agenților.",
  test_let_in: "Un client de test are acces până la sfârșitul testului.",
  test_payment_opened: "A fost creată o plată de {{amount}} pentru comanda {{order}}.",
  test_paid: "Plata este efectuată, iar notificarea băncii a sosit.",
  test_approve_at_bank: "Aprobă plata pe pagina băncii:",
  test_refunded: "Plata este rambursată, iar comanda {{order}} este anulată.",
  test_pinged: "Un webhook a sosit la adresa proprie a magazinului, semnat cu secretul lui.",
  test_clean: "Accesul testului este revocat, iar datele lui sunt șterse.",
  test_surface_off: "{{surface}} este dezactivat sau toți agenții sunt opriți.",
  test_surface_off_advice: "Activează {{surface}}, permite accesul agenților și testează din nou.",
  test_no_answer: "{{url}} nu răspunde ({{why}}).",
  test_no_answer_advice: "Verifică base_url și dacă magazinul se poate accesa pe sine la această adresă.",
  test_refused: "{{method}} a fost respins: {{why}}",
  test_refused_advice: "Verifică jurnalul magazinului și rulează npx gw-doctor.",
  test_no_region: "Nicio regiune nu acceptă plăți prin bancă.",
  test_no_region_advice: "Adaugă banca la o regiune: Setări, Regiunile, Furnizorii de plăți.",
  test_no_bank: "Magazinul nu are o bancă, deci nicio plată nu poate fi testată.",
  test_no_bank_advice: "Setează opțiunile băncii în medusa-config și repornește magazinul.",
  test_no_payment: "Plata nu a putut fi creată: {{why}}",
  test_no_payment_advice:
    "Verifică opțiunile băncii, ID-ul de comerciant și cheia, și rulează npx gw-doctor.",
  test_not_paid: "Plata a eșuat: {{why}}",
  test_not_approved: "Plata nu a fost aprobată la timp.",
  test_not_approved_advice: "Testează din nou și aprob-o pe pagina băncii cât timp rulează testul.",
  test_no_notification: "Plata este efectuată, dar notificarea băncii nu a sosit.",
  test_no_notification_advice:
    "Banca trebuie să ajungă la această adresă din internet, fără redirecționare. Configureaz-o la bancă dacă banca are o setare pentru ea: {{address}}",
  test_not_refunded: "Plata nu a fost rambursată: {{why}}",
  test_no_encryption_key: "Magazinul nu are o cheie pentru criptarea secretului unui webhook.",
  test_no_encryption_key_advice: "Setează encryption_key sau GW_ENCRYPTION_KEY.",
  test_private_address: "Magazinul nu poate trimite webhookuri la {{base_url}}: {{why}}",
  test_private_address_advice:
    "Folosește o adresă publică https pentru magazin sau setează allow_private_networks pentru dezvoltare.",
  test_no_ping: "Webhookul nu a sosit: {{why}}",
  test_no_ping_advice:
    "Verifică dacă un server sau un worker rulează joburi și dacă magazinul ajunge la propria adresă.",
  test_wrong_signature: "Webhookul a sosit, dar nu este semnat cu secretul lui.",
  test_signatures: "Magazinul cere apeluri semnate, dar testul nu își semnează apelurile.",
  test_no_webhooks: "Webhookurile fac parte din UCP, care este dezactivat.",
  test_not_reached: "Omis, deoarece un pas anterior a eșuat.",
  test_died: "Serverul care rula testul s-a oprit înainte de sfârșitul testului.",
  test_broken: "Testul a eșuat: {{why}}",
} satisfies Translation<typeof en>
