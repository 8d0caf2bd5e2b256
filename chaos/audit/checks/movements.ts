import { refundsOf } from "../bank"
import type { Check } from "../check"
import type { Dossier, MovementFile, RecordFile } from "../dossier"
import { without } from "../money"

interface Compared {
  readonly kind: "capture" | "refund"
  readonly at_bank: readonly number[]
  readonly in_medusa: readonly number[]
}

/** Captures and refunds of both sides, in minor units. */
function compare({ bank, records }: Dossier): Compared[] {
  const amounts = (movements: readonly { amount: number }[]) => movements.map(({ amount }) => amount)
  const recorded = (movementsOf: (record: RecordFile) => readonly MovementFile[]) =>
    amounts(records.flatMap(movementsOf))
  return [
    {
      kind: "capture",
      at_bank: amounts(bank?.captures ?? []),
      in_medusa: recorded(({ captures }) => captures),
    },
    {
      kind: "refund",
      at_bank: amounts(bank ? refundsOf(bank) : []),
      in_medusa: recorded(({ refunds }) => refunds),
    },
  ]
}

/**
 * Each capture and refund of the bank is recorded in Medusa, unless the payment never became an order. Then everything
 * must have been refunded, which `order-and-money` checks.
 */
export const movementsRecorded: Check = {
  name: "movements-recorded",
  kind: "difference",
  find(dossier) {
    if (!dossier.orders.length) return []
    return compare(dossier).flatMap(({ kind, at_bank, in_medusa }) =>
      without(at_bank, in_medusa).map(
        (amount) => `the bank has a ${kind} of ${amount}, which Medusa does not have`
      )
    )
  },
}

/** Each capture and refund in Medusa was made by the bank. */
export const movementsReal: Check = {
  name: "movements-real",
  kind: "difference",
  find: (dossier) =>
    compare(dossier).flatMap(({ kind, at_bank, in_medusa }) =>
      without(in_medusa, at_bank)
        .filter((amount) => !at_bank.includes(amount))
        .map((amount) => `Medusa has a ${kind} of ${amount}, which the bank does not have`)
    ),
}

/** A capture or refund that the bank made once is recorded in Medusa once. */
export const movementsOnce: Check = {
  name: "movements-once",
  kind: "duplicate",
  find: (dossier) =>
    compare(dossier).flatMap(({ kind, at_bank, in_medusa }) =>
      without(in_medusa, at_bank)
        .filter((amount) => at_bank.includes(amount))
        .map((amount) => `Medusa has the ${kind} of ${amount} more often than the bank has it`)
    ),
}
