import { type BankPayment, keptAt } from "../bank"
import type { OurPayment } from "../tables"

/** Whether the store has sent the money back on its own account, because it could pay for nothing. */
export function isGivenBack(ours: OurPayment | undefined): boolean {
  return ours?.review_reason?.includes("Given back") ?? false
}

/** The bank of the run executes no call about an amount that ends so, however often it is asked (docs/simulator.md). */
const NEVER_EXECUTED = 69

/** The money was to go back, and the bank could not send it: the merchant is told, and finds another way. */
export const couldNotGoBack = (bank: BankPayment, ours: OurPayment | undefined): boolean =>
  Boolean(ours?.review_reason) &&
  (bank.refunds.some(({ status }) => status === "failed") || keptAt(bank) % 100 === NEVER_EXECUTED)
