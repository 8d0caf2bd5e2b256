import type en from "../en/alerts"
import type { Translation } from "../translation"

export default {
  title: "Necesită atenție",
  about: "Ce nu poate rezolva magazinul singur. Apare și la clopoțel.",
  none: "Nimic nu necesită atenția ta",
  none_about: "Plățile se finalizează, banca răspunde, iar agenții sunt anunțați.",
  acknowledge: "Mă ocup eu",
  acknowledged: "Notat",
  signature_failures: "Notificări care nu sunt de la bancă",
  signature_failures_about:
    "{{times}} nu au putut fi verificate, ultima din cauza: {{reason}}. Nu au schimbat nimic.",
  payment_review: "Plata pentru {{name}} trebuie verificată de cineva",
  payment_review_about: "{{sum}}: {{reason}}",
  payments_stuck: "Există plăți blocate",
  payments_stuck_about: "{{pile}}: {{times}}. Motivul este în jurnalul magazinului.",
  effects_owed: "Comunicate de bancă și neînregistrate în magazin",
  inbox_waiting: "Notificări neprelucrate",
  bank_operations_open: "Încasări, eliberări și rambursări cu rezultat necunoscut",
  payments_due: "Plăți despre care banca nu a fost întrebată la timp",
  books_differ: "Registrele pentru {{name}} diferă",
  books_differ_about: "{{sum}}: {{reason}}. Nu capturați și nu rambursați nimic până nu se potrivesc.",
  webhook_disabled: "S-a renunțat la un webhook",
  webhook_disabled_about:
    "{{host}} {{why}}. Activează-l după ce destinatarul răspunde; și agentul îl poate înregistra din nou.",
  gone: "spune că nu mai există",
  failing: "eșuează de cinci zile",
  dispute: "Plata pentru {{name}} este contestată",
  dispute_about: "{{sum}}, motiv: {{reason}}. Răspunde la bancă.",
} satisfies Translation<typeof en>
