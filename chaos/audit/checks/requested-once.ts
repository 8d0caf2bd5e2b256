import { type BankMovement, refundsOf } from "../bank"
import type { Check } from "../check"
import type { Dossier } from "../dossier"
import { without } from "../money"
import { mayGoBack } from "./given-back"

/** What the bank has moved because the store asked for it. A sale is captured without being asked. */
function ordered({ bank }: Dossier, kind: "capture" | "refund"): number[] {
  if (kind === "capture" && bank?.intent !== "preauth") return []
  const movements: readonly BankMovement[] =
    (kind === "refund" ? bank && refundsOf(bank) : bank?.captures) ?? []
  return movements.filter(({ merchant_reference }) => merchant_reference).map(({ amount }) => amount)
}

function asked({ asked }: Dossier, kind: "capture" | "refund", outcome: "done" | "open"): number[] {
  return asked.filter((one) => one.kind === kind && one.outcome === outcome).map(({ amount }) => amount)
}

const KINDS = ["capture", "refund"] as const

/** The bank has made each capture and refund once for each time somebody asked for it, and no other. */
export const askedOnce: Check = {
  name: "asked-once",
  kind: "duplicate",
  find: (dossier) =>
    KINDS.flatMap((kind) => {
      const wanted = [...asked(dossier, kind, "done"), ...asked(dossier, kind, "open")]
      const surplus = without(ordered(dossier, kind), wanted)
      // What the life has ended gives back what was left, whatever that was, in one movement.
      const own = kind === "refund" && mayGoBack(dossier) ? 1 : 0
      return surplus.slice(own).map((amount) => `the bank has made a ${kind} of ${amount} nobody asked for`)
    }),
}

/** Refunds the bank took on and could not make: who asked was told of the first, and reads of the second on the order. */
function failedRefunds({ bank }: Dossier): number[] {
  return (bank?.refunds ?? []).filter(({ status }) => status === "failed").map(({ amount }) => amount)
}

/** What somebody was told is done, the bank has done. */
export const askedAndDone: Check = {
  name: "asked-and-done",
  kind: "difference",
  find: (dossier) =>
    KINDS.flatMap((kind) => {
      const tried = kind === "refund" ? failedRefunds(dossier) : []
      return without(asked(dossier, kind, "done"), [...ordered(dossier, kind), ...tried]).map(
        (amount) => `somebody was told that a ${kind} of ${amount} is done, and the bank has made none`
      )
    }),
}
