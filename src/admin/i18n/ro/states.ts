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
  dead: "Eșuat",
  completed: "Finalizat",
  failed: "Eșuat",
  canceled: "Anulat",
  submitted: "Trimis",
  working: "În lucru",
  "input-required": "Necesită acțiune",
  waiting: "În așteptare",
  refused: "Respins",
  expired: "Expirat",
  done: "Gata",
  todo: "De făcut",
  problem: "Problemă",
  passed: "Trecut",
  running: "În curs",
  skipped: "Omis",
} satisfies Translation<typeof en>
