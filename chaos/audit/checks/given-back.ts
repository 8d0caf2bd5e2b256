import type { OurPayment } from "../tables"

/** Whether the store has sent the money back on its own account, because it could pay for nothing. */
export function isGivenBack(ours: OurPayment | undefined): boolean {
  return ours?.review_reason?.includes("Given back") ?? false
}
