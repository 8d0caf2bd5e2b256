import type { BankFile } from "../../../../domain/bank-file/bank-file"
import type { Comparison } from "../../../../domain/bank-file/compare"
import type { Difference, DifferenceKind } from "../../../../domain/bank-file/difference"
import { MOST_DIFFERENCES } from "../../../../domain/bank-file/limits"
import type { Reconciliation } from "../../../../domain/bank-file/reconciliation"

/** Whether a difference is about a payment of the plugin. */
const isKnown = ({ payment_id }: Difference) => payment_id !== null

/**
 * The result of a comparison for the response: the first `MOST_DIFFERENCES` differences, those of the plugin's payments
 * before sales that it does not know, and the counts of all.
 */
export function reconciliationOf(
  { rows, ignored, period }: BankFile,
  { differences, sums }: Comparison,
  time_zone: string
): Reconciliation {
  const counts: Partial<Record<DifferenceKind, number>> = {}
  for (const { kind } of differences) counts[kind] = (counts[kind] ?? 0) + 1
  return {
    rows,
    ignored,
    period: period && { from: period.from, to: period.to, time_zone },
    differences: [...differences.filter(isKnown), ...differences.filter((one) => !isKnown(one))].slice(
      0,
      MOST_DIFFERENCES
    ),
    has_more: differences.length > MOST_DIFFERENCES,
    counts,
    sums,
  }
}
