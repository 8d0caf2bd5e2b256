import type en from "../en/payment-states"
import type { Translation } from "../translation"

export default {
  paid: "Plătită",
  authorized: "Autorizată",
  partially_captured: "Încasată parțial",
  partially_refunded: "Rambursată parțial",
  refunded: "Rambursată",
  disputed: "Contestată",
  refund_failed: "Rambursare eșuată",
  needs_review: "De verificat",
  declined: "Refuzată",
  expired: "Expirată",
  voided: "Autorizare anulată",
  canceled: "Anulată",
  requires_action: "Așteaptă clientul",
  processing: "În procesare",
  created: "Creată",
  unknown: "Rezultat necunoscut",
  manual_review: "Suspendată",
  nothing_due: "Fără plată la bancă",
} satisfies Translation<typeof en>
