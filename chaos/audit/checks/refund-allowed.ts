import { type BankPayment, netPaid } from "../bank"
import type { Dossier } from "../dossier"

/**
 * Whether the payment may be refunded or voided without a refund request, because the run itself ended the purchase. The
 * store's own reason for a refund is ignored.
 */
export function mayBeRefunded({ is_cancel_requested, is_void_requested, story }: Dossier): boolean {
  return is_cancel_requested || is_void_requested || story?.expects === "either"
}

/** The bank simulator never executes a call with an amount that ends in these digits (docs/simulator.md). */
const NEVER_EXECUTED = 69

/** Whether the cardholder disputes the whole amount to refund: the bank then withdraws it and notifies the merchant. */
export function isDisputedInstead(dossier: Dossier, bank: BankPayment): boolean {
  const lost = bank.disputes.filter(({ status }) => status !== "won")
  const sum = lost.reduce((all, { amount }) => all + amount, 0)
  return mayBeRefunded(dossier) && sum > 0 && sum >= netPaid(bank)
}

/** Whether the payment was to be refunded and the bank could not do it: the merchant is notified and refunds otherwise. */
export function couldNotBeRefunded(dossier: Dossier, bank: BankPayment): boolean {
  if (!mayBeRefunded(dossier)) return false
  const isRefused = bank.refunds.some(({ status }) => status === "failed")
  return isDisputedInstead(dossier, bank) || isRefused || netPaid(bank) % 100 === NEVER_EXECUTED
}
