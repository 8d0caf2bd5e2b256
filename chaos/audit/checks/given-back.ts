import { type BankPayment, keptAt } from "../bank"
import type { OurPayment } from "../tables"

/** Whether the store has sent the money back on its own account, because it could pay for nothing. */
export function isGivenBack(ours: OurPayment | undefined): boolean {
  return ours?.review_reason?.includes("Given back") ?? false
}

/** The bank of the run executes no call about an amount that ends so, however often it is asked (docs/simulator.md). */
const NEVER_EXECUTED = 69

/** The cardholder disputes all that the store was to give back: the bank takes it back by itself, and the merchant is told. */
export const isDisputedInstead = (bank: BankPayment, ours: OurPayment | undefined): boolean => {
  const disputed = bank.disputes.filter(({ status }) => status !== "won")
  const sum = disputed.reduce((all, { amount }) => all + amount, 0)
  return Boolean(ours?.review_reason?.includes("could not be given back")) && sum >= keptAt(bank)
}

/** The money was to go back, and the bank could not send it: the merchant is told, and finds another way. */
export const couldNotGoBack = (bank: BankPayment, ours: OurPayment | undefined): boolean =>
  isDisputedInstead(bank, ours) ||
  (Boolean(ours?.review_reason) &&
    (bank.refunds.some(({ status }) => status === "failed") || keptAt(bank) % 100 === NEVER_EXECUTED))
