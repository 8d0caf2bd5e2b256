import type en from "../en/approvals"
import type { Translation } from "../translation"

export default {
  menu: "Aprobări",
  title: "Aprobări",
  subtitle: "Plăți ale agenților care te așteaptă. Nimic nu se comandă și nu se încasează înainte să decizi.",
  agent: "Agent",
  amount: "Sumă",
  purpose: "Pentru",
  asked: "Cerută",
  expires: "Expiră",
  outcome: "Rezultat",
  decided: "Decisă",
  by: "De",
  note: "Notă",
  note_about: "Pentru evidența ta, dacă dorești. Agentul nu o află.",
  approve: "Aprobă",
  refuse: "Refuză",
  approve_sure: "{{agent}} poate plăti {{amount}}?",
  refuse_sure: "Refuzi plata de {{amount}} cerută de {{agent}}?",
  approve_task:
    "Comanda se plasează și plata începe imediat: cardul păstrat este debitat, altfel clientul trebuie să confirme plata. Limitele de cheltuire se verifică încă o dată.",
  approve_checkout:
    "Agentul își poate finaliza cumpărătura exact la acest total. Limitele de cheltuire se verifică atunci încă o dată.",
  refuse_task: "Sarcina agentului eșuează. Nimic nu se comandă și nimeni nu plătește.",
  refuse_checkout: "Agentul nu își poate finaliza cumpărătura la acest total. Nimeni nu plătește.",
  approve_done: "Plata este aprobată",
  refuse_done: "Plata este refuzată",
  nothing_waits: "Nimic nu te așteaptă",
  nothing_waits_about: "Aici apar plățile peste pragul din regulile de cheltuire ale unui agent.",
  history: "Istoric",
  history_about: "Ce s-a întâmplat cu plățile care au avut nevoie de aprobare.",
  nothing_decided: "Încă nu s-a decis nimic",
  nothing_decided_about: "Aici apar plățile aprobate, refuzate, expirate și anulate.",
} satisfies Translation<typeof en>
