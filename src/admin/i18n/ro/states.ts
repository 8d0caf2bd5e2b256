import type en from "../en/states"
import type { Translation } from "../translation"

export default {
  active: "Activ",
  failing: "Eșuează",
  approved: "Aprobat",
  pending: "În așteptare",
  revoked: "Revocat",
  disabled: "Dezactivat",
  delivered: "Livrat",
  dead: "Abandonat",
  completed: "Finalizat",
  failed: "Eșuat",
  canceled: "Anulat",
  submitted: "Trimis",
  working: "În lucru",
  "input-required": "Așteaptă pe cineva",
  waiting: "În așteptare",
  refused: "Respins",
  expired: "Expirat",
  done: "Gata",
  todo: "De făcut",
  problem: "Problemă",
  passed: "Trecut",
  running: "În curs",
  skipped: "Neîncercat",
} satisfies Translation<typeof en>
