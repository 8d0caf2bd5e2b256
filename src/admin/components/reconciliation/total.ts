import type { Reconciliation } from "../../../domain/bank-file/reconciliation"

/** The number of all differences, also of those that the response does not have. */
export const totalOf = ({ counts }: Reconciliation): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
