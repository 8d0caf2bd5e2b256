import type { BankPayment } from "../bank"
import type { OurPayment } from "../tables"

/** Whether the store has sent the money back on its own account, because it could pay for nothing. */
export function isGivenBack(ours: OurPayment | undefined): boolean {
  return ours?.review_reason?.includes("Given back") ?? false
}

/** The money was to go back, and the bank could not send it: the merchant is told, and finds another way. */
export const couldNotGoBack = ({ refunds }: BankPayment, ours: OurPayment | undefined): boolean =>
  refunds.some(({ status }) => status === "failed") && Boolean(ours?.review_reason)
