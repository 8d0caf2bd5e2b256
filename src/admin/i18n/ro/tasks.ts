import type en from "../en/tasks"
import type { Translation } from "../translation"

export default {
  menu: "Sarcini",
  title: "Sarcini",
  subtitle: "Cererile agenților și progresul lor",
  one: "Sarcină",
  search_hint: "ID-ul sarcinii sau al plății, referința agentului sau numărul comenzii",
  skill: "Abilitate",
  state: "Stare",
  payment: "Plată",
  empty: "Nicio sarcină",
  empty_about: "O sarcină apare aici când un agent apelează o abilitate.",
  conversation: "Conversație",
  cancel_requested: "Anulare cerută",
  error: "Eroare",
  input: "Cerere",
  input_about: "Partea păstrată a cererii: fără date de card, linkuri sau secrete",
  input_none: "Cererea nu se păstrează.",
  input_at_approval: "Se afișează la decizie, pe pagina Aprobări.",
  artifacts: "Rezultat",
  artifacts_none: "Niciun rezultat încă",
  states: "Stări",
  approval: "Aprobare",
  waits: "Această sarcină așteaptă aprobarea ta pentru {{amount}}",
  waits_about: "Nimic nu se comandă și nu se încasează înainte să decizi.",
  to_approvals: "Deschide aprobările",
} satisfies Translation<typeof en>
