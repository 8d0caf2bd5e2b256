import type { Check } from "../check"

/** Our row says of the money what the bank says. */
export const sameState: Check = {
  name: "same-state",
  kind: "difference",
  find({ ours, bank }) {
    if (!ours || !bank) return []
    const { captured, refunded } = bank.amounts
    return [
      ours.status !== bank.status && `is ${bank.status} at the bank and ${ours.status} with us`,
      ours.captured_amount !== captured &&
        `has captured ${captured} at the bank, ${ours.captured_amount} with us`,
      ours.refunded_amount !== refunded &&
        `has refunded ${refunded} at the bank, ${ours.refunded_amount} with us`,
    ]
  },
}
