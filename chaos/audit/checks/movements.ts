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
 * Whatever the bank has moved is in Medusa's books, unless the payment never became an order: then all of it must have
 * been given back, which another check sees to.
 */
export const movementsRecorded: Check = {
  name: "movements-recorded",
  kind: "difference",
  find(dossier) {
    if (!dossier.orders.length) return []
    return compare(dossier).flatMap(({ kind, at_bank, in_medusa }) =>
      without(at_bank, in_medusa).map((amount) => `the bank has a ${kind} of ${amount}, Medusa has not`)
    )
  },
}

/** Whatever is in Medusa's books the bank has moved. */
export const movementsReal: Check = {
  name: "movements-real",
  kind: "difference",
  find: (dossier) =>
    compare(dossier).flatMap(({ kind, at_bank, in_medusa }) =>
      without(in_medusa, at_bank)
        .filter((amount) => !at_bank.includes(amount))
        .map((amount) => `Medusa has a ${kind} of ${amount}, the bank has not`)
    ),
}

/** What the bank has moved once is in Medusa's books once. */
export const movementsOnce: Check = {
  name: "movements-once",
  kind: "duplicate",
  find: (dossier) =>
    compare(dossier).flatMap(({ kind, at_bank, in_medusa }) =>
      without(in_medusa, at_bank)
        .filter((amount) => at_bank.includes(amount))
        .map((amount) => `Medusa has the ${kind} of ${amount} more often than the bank`)
    ),
}
