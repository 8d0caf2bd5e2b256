import type { Check } from "../check"

const isSame = (status: string, atBank: string) =>
  atBank === "unfinished" ? ["canceled", "expired"].includes(status) : status === atBank

/** Status and amounts of a payment are the same in the store as at the bank. The store ends what the bank leaves unfinished. */
export const sameState: Check = {
  name: "same-state",
  kind: "difference",
  find({ ours, bank }) {
    if (!ours || !bank) return []
    const { captured, refunded } = bank.amounts
    return [
      !isSame(ours.status, bank.status) && `is ${bank.status} at the bank and ${ours.status} in the store`,
      ours.captured_amount !== captured &&
        `has captured ${captured} at the bank, ${ours.captured_amount} in the store`,
      ours.refunded_amount !== refunded &&
        `has refunded ${refunded} at the bank, ${ours.refunded_amount} in the store`,
    ]
  },
}
