import type { FilePeriod } from "./file-period"
import type { BankOperation } from "./row"

/** The difference that the clocks of the bank and the store may have, in milliseconds. */
const CLOCK_TOLERANCE = 5 * 60_000

/**
 * A capture or refund that the plugin has recorded. The bank executed it after `earliest`, when it was requested, and before
 * `latest`, when the bank had reported it; in milliseconds. Amount in minor units.
 */
export interface KnownMovement {
  readonly kind: BankOperation["kind"]
  readonly amount: number
  readonly earliest: number
  readonly latest: number
}

/** The compared sums of one payment, and the rows that are not counted. Amounts in minor units. */
export interface Compared {
  readonly bank: number
  readonly plugin: number
  /** Repeated rows for which the plugin has no movement. */
  readonly duplicates: readonly BankOperation[]
}

/** Whether the file must have the movement: the bank executed it within the file's period. Without a period, it must. */
export function isInside({ earliest, latest }: KnownMovement, period: FilePeriod | null): boolean {
  if (!period) return true
  return earliest >= period.begin + CLOCK_TOLERANCE && latest <= period.complete_until - CLOCK_TOLERANCE
}

/** Whether the bank may have executed the movement within the file's period. */
function mayBeInside({ earliest, latest }: KnownMovement, period: FilePeriod | null): boolean {
  if (!period) return true
  return latest >= period.begin - CLOCK_TOLERANCE && earliest <= period.end + CLOCK_TOLERANCE
}

/**
 * Compares the file's operations of one payment and one kind with the plugin's movements. A row matches a movement of its
 * amount that may be in the period. A repeated row counts only if it matches one, because a bank lists two equal refunds
 * in equal rows, and an export may list one operation twice. Of the movements without a row, those that are in the period
 * for certain count; the others only if rows remain without a movement.
 */
export function compareMovements(
  rows: readonly BankOperation[],
  movements: readonly KnownMovement[],
  period: FilePeriod | null
): Compared {
  const certain = movements.filter((movement) => isInside(movement, period))
  const possible = movements.filter(
    (movement) => !certain.includes(movement) && mayBeInside(movement, period)
  )
  const takes = ({ amount }: BankOperation) => takeFirst(certain, amount) || takeFirst(possible, amount)
  const [unique, repeated] = [false, true].map((is) => rows.filter((row) => row.is_repeated === is))
  const unmatched = (unique ?? []).filter((row) => !takes(row))
  const duplicates = (repeated ?? []).filter((row) => !takes(row))
  const matched = sumOf(rows) - sumOf(unmatched) - sumOf(duplicates)
  return {
    bank: matched + sumOf(unmatched),
    plugin: matched + sumOf(certain) + (unmatched.length ? sumOf(possible) : 0),
    duplicates,
  }
}

/** Removes the first movement of this amount. */
function takeFirst(movements: KnownMovement[], amount: number): boolean {
  const at = movements.findIndex((movement) => movement.amount === amount)
  return at >= 0 && movements.splice(at, 1).length > 0
}

/** The sum of amounts in minor units. */
export const sumOf = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** The captures, or the refunds. */
export const ofKind = <One extends { readonly kind: BankOperation["kind"] }>(
  all: readonly One[],
  kind: BankOperation["kind"]
): One[] => all.filter((one) => one.kind === kind)

/** What was captured less what was refunded, in minor units. */
export const netOf = (parts: readonly Pick<BankOperation, "kind" | "amount">[]): number =>
  sumOf(ofKind(parts, "capture")) - sumOf(ofKind(parts, "refund"))
