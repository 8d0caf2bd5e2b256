import { type BankPayment, keptAt } from "../bank"
import type { Check } from "../check"
import type { Dossier } from "../dossier"
import { sum } from "../money"
import { mayGoBack } from "./given-back"

const isApproved = ({ status, captures }: BankPayment) => status === "authorized" || captures.length > 0

/**
 * Whether the merchant requested a refund of everything. A store that is killed after Medusa has made an order, and before
 * the plugin has recorded it, makes the order again; but not when its money was refunded in between.
 */
function isRefundedByMerchant({ asked }: Dossier, { amounts }: BankPayment): boolean {
  const refunds = asked.filter(({ kind }) => kind === "refund")
  return refunds.length > 0 && sum(refunds.map(({ amount }) => amount)) >= amounts.captured
}

/** What the bank has approved becomes an order and stays one, unless the life itself has ended it. */
export const becomesOrder: Check = {
  name: "becomes-order",
  kind: "difference",
  find(dossier) {
    const { bank, orders, story } = dossier
    if (!bank || story?.expects !== "order" || mayGoBack(dossier)) return []
    const isVoided = bank.status === "voided"
    if (!isApproved(bank) && !isVoided) return []
    const standing = orders.filter(({ status }) => status !== "canceled")
    return [
      standing.length === 0 &&
        !isRefundedByMerchant(dossier, bank) &&
        `was approved and not ended, and it has no order`,
      isVoided && "was approved and not ended, and its authorization is voided",
    ]
  },
}

/** A customer who has not paid, or whom the bank has declined, is not charged. */
export const notCharged: Check = {
  name: "not-charged",
  kind: "difference",
  find: ({ bank, story }) => [
    bank &&
      story?.expects === "no charge" &&
      isApproved(bank) &&
      `was not paid, and the bank has captured ${bank.amounts.captured} and keeps ${keptAt(bank)}`,
    bank && story?.amount === 0 && `nothing was to be paid, and the bank has a payment of ${bank.amount}`,
  ],
}
