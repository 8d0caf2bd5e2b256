import type { Check } from "../check"

/** A payment exists at the bank and with us, or the bank has never opened it and we say so. */
export const knownToBoth: Check = {
  name: "known-to-both",
  kind: "difference",
  find({ ours, bank }) {
    const opened = ours && ours.status !== "declined" && ours.status !== "nothing_due"
    return [
      bank &&
        !ours &&
        `the bank has a payment of ${bank.amount} ${bank.currency} (${bank.status}) we know nothing of`,
      opened && !bank && `is ${ours.status} with us, and the bank knows nothing of it`,
    ]
  },
}
