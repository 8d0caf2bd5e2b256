/** A recorded capture or refund. The amount is a decimal in major units, negative for a refund. */
export interface Recorded {
  readonly id: string
  readonly amount: string
}

/** An order transaction. `reference_id` is the id of the movement or of the payment. */
export interface Booking {
  readonly id: string
  readonly reference_id: string
  readonly amount: string
}

/**
 * Compares an order's transactions with the recorded movements. Each movement needs one transaction with its
 * amount. A transaction that names only the payment, as Medusa writes it when it cancels an order, counts for a
 * movement of the same amount. Returns the ids of the `wrong` transactions and the `missing` movements. A
 * movement without a transaction is missing only if it is `due`, because the workflow that started it may be
 * about to write the transaction.
 */
export function compareBookings(
  recorded: readonly Recorded[],
  booked: readonly Booking[],
  { payment_id, due }: { payment_id: string; due: readonly string[] }
): { wrong: string[]; missing: Recorded[] } {
  const left = [...recorded]
  const takeFirst = (predicate: (movement: Recorded) => boolean) => {
    const at = left.findIndex(predicate)
    return at >= 0 && left.splice(at, 1).length > 0
  }
  const matches =
    ({ amount }: Booking) =>
    (movement: Recorded) =>
      movement.amount === amount
  const unmatched = booked.filter(
    (booking) => !takeFirst(({ id, amount }) => id === booking.reference_id && amount === booking.amount)
  )
  const wrong = unmatched.filter(
    (booking) => booking.reference_id !== payment_id || !takeFirst(matches(booking))
  )
  const isExpected = ({ id }: Recorded) =>
    due.includes(id) || booked.some(({ reference_id }) => reference_id === id)
  return { wrong: wrong.map(({ id }) => id), missing: left.filter(isExpected) }
}
