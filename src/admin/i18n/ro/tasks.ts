import type en from "../en/tasks"
import type { Translation } from "../translation"

export default {
  menu: "Sarcini",
  title: "Sarcini",
  subtitle: "Ce au cerut agenții și cât s-a făcut",
  one: "Sarcină",
  skill: "Abilitate",
  state: "Stare",
  payment: "Plată",
  empty: "Nicio sarcină",
  empty_about: "O sarcină apare aici ori de câte ori un agent folosește o abilitate.",
  conversation: "Conversație",
  cancel_requested: "Anulare cerută",
  error: "De ce a eșuat",
  input: "Ce s-a cerut",
  input_about: "Cât păstrează magazinul: nimic despre card, niciun link, niciun secret",
  input_none: "Magazinul nu păstrează nimic.",
  input_at_approval: "Apare lângă decizie, pe pagina Aprobări.",
  artifacts: "Ce a rezultat",
  artifacts_none: "Încă nimic",
  states: "Stări",
  approval: "Aprobare",
  waits: "Această sarcină așteaptă aprobarea ta pentru {{amount}}",
  waits_about: "Nimic nu se comandă și nu se încasează înainte să decizi.",
  to_approvals: "Către aprobări",
} satisfies Translation<typeof en>
