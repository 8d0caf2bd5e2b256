import type { ComparedSums, Difference, DifferenceKind } from "./difference"

/** The result of a comparison, as the admin API returns it. */
export interface Reconciliation {
  /** The number of rows of the file, and of those that are not counted. */
  readonly rows: number
  readonly ignored: number
  /** The days of the file, both inclusive. Null for a file without dates. */
  readonly period: { readonly from: string; readonly to: string; readonly time_zone: string } | null
  readonly differences: readonly Difference[]
  /** Whether there are more differences than these. */
  readonly has_more: boolean
  /** The number of all differences of each kind that occurs. */
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>
  readonly sums: readonly ComparedSums[]
}
