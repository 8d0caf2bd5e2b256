import { type BankPayment, netPaid } from "../bank"
import type { Check } from "../check"
import type { Dossier } from "../dossier"
import { sum } from "../money"
import { mayBeRefunded } from "./refund-allowed"

const isApproved = ({ status, captures }: BankPayment) => status === "authorized" || captures.length > 0

/**
 * Whether the merchant requested a full refund. If the store is killed after Medusa has created an order, and before the
 * plugin has recorded it, the store creates the order again, unless its payment was refunded in between.
 */
function isRefundedByMerchant({ requested }: Dossier, { amounts }: BankPayment): boolean {
  const refunds = requested.filter(({ kind }) => kind === "refund")
  return refunds.length > 0 && sum(refunds.map(({ amount }) => amount)) >= amounts.captured
}

/** An approved payment becomes an active order, unless the run itself ended the payment. */
export const becomesOrder: Check = {
  name: "becomes-order",
  kind: "difference",
  find(dossier) {
    const { bank, orders, story } = dossier
    if (!bank || story?.expects !== "order" || mayBeRefunded(dossier)) return []
    const isVoided = bank.status === "voided"
    if (!isApproved(bank) && !isVoided) return []
    const active = orders.filter(({ status }) => status !== "canceled")
    return [
      active.length === 0 && !isRefundedByMerchant(dossier, bank) && "was approved, and has no active order",
      isVoided && "was approved, and its authorization is voided without a request",
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
      `must not be charged, but the bank has captured ${bank.amounts.captured}, of which ${netPaid(bank)} are not refunded`,
    bank && story?.amount === 0 && `is free of charge, but the bank has a payment of ${bank.amount}`,
  ],
}
