import type { BankStatus } from "../../../src/domain/settlement"

/** What one of NETOPIA's statuses means for a sale. */
export interface Meaning {
  readonly status: BankStatus
  /** The version of a snapshot with this status. */
  readonly version: number
}

/**
 * NETOPIA has no versions. A payment passes through its statuses in this order, so the position is the version. The
 * customer may pay with another card after a decline, so a paid payment has the highest versions.
 *
 * Missing are statuses of which the protocol does not say what they mean for the money: an error (11), a refund without
 * its amount (8), a reversal (17), chargebacks (9, 10, 16) and scheduled payments (7, 19 to 22).
 */
const PROGRESS: readonly (readonly [code: number, status: BankStatus])[] = [
  [1, "requires_action"],
  [2, "requires_action"],
  [15, "requires_action"],
  [14, "processing"],
  [6, "processing"],
  [18, "processing"],
  [13, "processing"],
  [23, "expired"],
  [4, "canceled"],
  [12, "declined"],
  [3, "captured"],
  [5, "captured"],
]

const MEANINGS: ReadonlyMap<number, Meaning> = new Map(
  PROGRESS.map(([code, status], index) => [code, { status, version: index + 1 }])
)

/** The meaning of a status. Undefined if it has none for a sale: such a status is never taken for a payment. */
export function meaningOf(code: number): Meaning | undefined {
  return MEANINGS.get(code)
}
