import type { Check } from "../check"

/**
 * A payment exists at the bank and in the store, or the bank never created it and the store records that: as declined, or
 * as ended before the customer opened the page that would have created it.
 */
export const knownToBoth: Check = {
  name: "known-to-both",
  kind: "difference",
  find({ ours, bank, is_created_on_page }) {
    const uncreated = ["declined", "nothing_due", ...(is_created_on_page ? ["canceled", "expired"] : [])]
    const isCreated = ours && !uncreated.includes(ours.status)
    return [
      bank &&
        !ours &&
        `the bank has a payment of ${bank.amount} ${bank.currency} (${bank.status}), which the store does not have`,
      isCreated && !bank && `is ${ours.status} in the store, and does not exist at the bank`,
    ]
  },
}
