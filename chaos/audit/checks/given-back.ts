import { type BankPayment, keptAt } from "../bank"
import type { Dossier } from "../dossier"

/**
 * Whether its money may go back without a requested refund: because the life itself has ended it. What the
 * store gives as its reason does not count.
 */
export function mayGoBack({ is_cancel_asked, is_void_asked, story }: Dossier): boolean {
  return is_cancel_asked || is_void_asked || story?.expects === "either"
}

/** The bank of the run executes no call about an amount that ends so, however often it is asked (docs/simulator.md). */
const NEVER_EXECUTED = 69

/** The cardholder disputes all that was to go back: the bank takes it back by itself, and the merchant is notified. */
export function isDisputedInstead(dossier: Dossier, bank: BankPayment): boolean {
  const disputed = bank.disputes.filter(({ status }) => status !== "won")
  const sum = disputed.reduce((all, { amount }) => all + amount, 0)
  return mayGoBack(dossier) && sum > 0 && sum >= keptAt(bank)
}

/** The money was to go back, and the bank could not send it: the merchant is told, and finds another way. */
export function couldNotGoBack(dossier: Dossier, bank: BankPayment): boolean {
  if (!mayGoBack(dossier)) return false
  const isRefused = bank.refunds.some(({ status }) => status === "failed")
  return isDisputedInstead(dossier, bank) || isRefused || keptAt(bank) % 100 === NEVER_EXECUTED
}
