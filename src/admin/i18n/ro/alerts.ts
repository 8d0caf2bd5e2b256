import type en from "../en/alerts"
import type { Translation } from "../translation"

export default {
  title: "Necesită atenție",
  about: "Ce nu poate hotărî sau rezolva magazinul singur. Apare și la clopoțel.",
  none: "Nimic nu necesită atenția ta",
  none_about: "Plățile se finalizează, banca răspunde, iar agenții sunt anunțați.",
  open: "Deschise",
  handled: "Rezolvate",
  none_handled: "Încă nu s-a marcat nimic ca rezolvat",
  none_handled_about:
    "Alertele marcate ca rezolvate apar aici, cu numele celui care le-a marcat, până la 90 de zile după ce s-au încheiat.",
  acknowledge: "Marchează ca rezolvată",
  acknowledge_done: "Alerta este marcată ca rezolvată",
  reopen: "Anulează marcarea",
  reopen_done: "Alerta este din nou deschisă",
  handled_by: "Rezolvată de",
  over_since: "încheiată din",
  signature_failures: "Notificări care nu sunt de la bancă",
  signature_failures_about:
    "{{times}} nu au putut fi verificate, ultima din cauza: {{reason}}. Nu au schimbat nimic.",
  payment_review: "Plata pentru {{name}} trebuie verificată de cineva",
  payment_review_about: "{{sum}}: {{reason}}",
  approval_waiting: "O plată de {{sum}} așteaptă aprobarea ta",
  approval_waiting_about: "Cerută de {{agent}}. Cererea expiră la {{until}}.",
  payments_stuck: "Există plăți blocate",
  payments_stuck_about: "{{pile}}: {{times}}. Motivul este în jurnalul magazinului.",
  effects_owed: "Comunicate de bancă și neînregistrate în magazin",
  inbox_waiting: "Notificări neprelucrate",
  bank_operations_open: "Încasări, eliberări și rambursări cu rezultat necunoscut",
  payments_due: "Plăți despre care banca nu a fost întrebată la timp",
  books_differ: "Registrele pentru {{name}} diferă",
  books_differ_about: "{{sum}}: {{reason}}. Nu capturați și nu rambursați nimic până nu se potrivesc.",
  webhook_failing: "Un webhook eșuează",
  webhook_failing_about:
    "{{host}} nu a acceptat niciun mesaj din {{since}}. Magazinul mai încearcă cinci zile, apoi îl dezactivează.",
  webhook_disabled: "S-a renunțat la un webhook",
  webhook_disabled_about:
    "{{host}} {{why}}. Activează-l după ce destinatarul răspunde; și agentul îl poate înregistra din nou.",
  gone: "spune că nu mai există",
  failing: "eșuează de cinci zile",
  dispute: "Plata pentru {{name}} este contestată",
  dispute_about: "{{sum}}, motiv: {{reason}}. Răspunde la bancă.",
} satisfies Translation<typeof en>
