import type { Check } from "../check"

/** A payment exists at the bank and in the store, or the bank never created it and the store records that. */
export const knownToBoth: Check = {
  name: "known-to-both",
  kind: "difference",
  find({ ours, bank }) {
    const isCreated = ours && ours.status !== "declined" && ours.status !== "nothing_due"
    return [
      bank &&
        !ours &&
        `the bank has a payment of ${bank.amount} ${bank.currency} (${bank.status}), which the store does not have`,
      isCreated && !bank && `is ${ours.status} in the store, and does not exist at the bank`,
    ]
  },
}
