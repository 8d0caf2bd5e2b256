import type en from "../en/alerts"
import type { Translation } from "../translation"

export default {
  title: "Necesită atenție",
  about: "Probleme pe care magazinul nu le poate rezolva automat. Apar și în notificările din Medusa.",
  none: "Nimic nu necesită atenție",
  none_about: "Plățile se decontează, banca răspunde, iar agenții primesc notificările.",
  open: "Deschise",
  handled: "Rezolvate",
  none_handled: "Nicio alertă marcată ca rezolvată",
  none_handled_about:
    "Alertele marcate ca rezolvate apar aici, cu persoana care le-a marcat, până la 90 de zile după încheierea problemei.",
  acknowledge: "Marchează ca rezolvată",
  acknowledge_done: "Alerta este marcată ca rezolvată",
  reopen: "Anulează marcarea",
  reopen_done: "Alerta este din nou deschisă",
  handled_by: "Rezolvată de",
  problem_ended: "problemă încheiată",
  signature_failures: "Notificări ale băncii cu semnătură nevalidă",
  signature_failures_about:
    "Notificări respinse: {{times}}. Ultimul motiv: {{reason}}. Nu au schimbat nimic.",
  bank_configuration: "Banca respinge apelurile magazinului",
  bank_configuration_about:
    "Nu a deschis nicio plată la {{at}} ({{code}}). Plățile eșuează până când setările băncii sunt corecte.",
  code_at_account: "{{code}}, contul {{account}}",
  payment_review: "Plata {{name}} necesită verificare manuală",
  payment_review_about: "{{sum}}: {{reason}}",
  approval_waiting: "O plată de {{sum}} așteaptă aprobarea ta",
  approval_waiting_about: "Cerută de {{agent}}. Cererea expiră la {{until}}.",
  payments_stuck: "Plăți blocate",
  payments_stuck_about: "{{backlog}}: {{times}}. Motivul este în jurnalul magazinului.",
  effects_pending: "Actualizări ale băncii neînregistrate în magazin",
  inbox_waiting: "Notificări ale băncii neprocesate",
  bank_operations_open: "Încasări, anulări și rambursări cu rezultat necunoscut",
  payments_due: "Plăți a căror stare nu a fost verificată la timp la bancă sau la alt furnizor",
  page_payments_open: "Plăți de pe pagina magazinului care nu au putut fi încheiate",
  paid_carts_open: "Coșuri plătite fără comandă sau rambursare",
  books_differ: "Evidențele plății {{name}} nu coincid",
  books_differ_about: "{{sum}}: {{reason}}. Nu încasa și nu rambursa nimic până când nu coincid.",
  webhook_failing: "Un webhook eșuează",
  webhook_failing_about:
    "{{host}} nu a mai acceptat niciun mesaj din {{since}}. Magazinul reîncearcă și dezactivează webhookul după cinci zile.",
  webhook_disabled: "Un webhook a fost dezactivat",
  webhook_disabled_about:
    "{{host}} {{why}}. Activează webhookul când destinatarul răspunde din nou; agentul îl poate și înregistra din nou.",
  gone: "a raportat că adresa webhookului nu mai există",
  failing: "eșuează de cinci zile",
  dispute: "Plata {{name}} este contestată",
  dispute_about: "{{sum}}, motiv: {{reason}}. Răspunde la contestație la bancă.",
} satisfies Translation<typeof en>
