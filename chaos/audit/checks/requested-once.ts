import { type BankMovement, refundsOf } from "../bank"
import type { Check } from "../check"
import type { Dossier } from "../dossier"
import { without } from "../money"
import { mayBeRefunded } from "./refund-allowed"

/** The captures or refunds of the bank that the store requested. A sale is captured without a request. */
function executed({ bank }: Dossier, kind: "capture" | "refund"): number[] {
  if (kind === "capture" && bank?.intent !== "preauth") return []
  const movements: readonly BankMovement[] =
    (kind === "refund" ? bank && refundsOf(bank) : bank?.captures) ?? []
  return movements.filter(({ merchant_reference }) => merchant_reference).map(({ amount }) => amount)
}

function requestedAmounts(
  { requested }: Dossier,
  kind: "capture" | "refund",
  outcome: "done" | "open"
): number[] {
  return requested.filter((one) => one.kind === kind && one.outcome === outcome).map(({ amount }) => amount)
}

const KINDS = ["capture", "refund"] as const

/** The bank has executed each capture and refund once per request, and no other. */
export const requestedOnce: Check = {
  name: "requested-once",
  kind: "duplicate",
  find: (dossier) =>
    KINDS.flatMap((kind) => {
      const wanted = [...requestedAmounts(dossier, kind, "done"), ...requestedAmounts(dossier, kind, "open")]
      const surplus = without(executed(dossier, kind), wanted)
      // The remaining amount of a purchase that the run ended is refunded by the store, in one refund.
      const own = kind === "refund" && mayBeRefunded(dossier) ? 1 : 0
      return surplus.slice(own).map((amount) => `the bank executed a ${kind} of ${amount} without a request`)
    }),
}

/**
 * Refunds that the bank accepted and could not make. The response reported that it was accepted, and the order shows that
 * it failed.
 */
function failedRefunds({ bank }: Dossier): number[] {
  return (bank?.refunds ?? []).filter(({ status }) => status === "failed").map(({ amount }) => amount)
}

/** The bank has executed each capture and refund that was reported as done. */
export const reportedDone: Check = {
  name: "reported-done",
  kind: "difference",
  find: (dossier) =>
    KINDS.flatMap((kind) => {
      const failed = kind === "refund" ? failedRefunds(dossier) : []
      const done = requestedAmounts(dossier, kind, "done")
      return without(done, [...executed(dossier, kind), ...failed]).map(
        (amount) => `a ${kind} of ${amount} was reported as done, and the bank has not executed it`
      )
    }),
}
