/** A capture or refund as it is recorded; of a refund the amount is negative, as it is booked. A decimal in major units. */
export interface Recorded {
  readonly id: string
  readonly amount: string
}

/** What an order says of a movement: by the movement's own id, or by that of the payment. */
export interface Booking {
  readonly id: string
  readonly reference_id: string
  readonly amount: string
}

/**
 * What must change so that the order says of each recorded movement what its record says, once. A booking that names
 * only the payment, as Medusa's does when it cancels an order, stands for a movement of that amount without one. A
 * movement that is not booked yet is left alone unless it is `due`: the workflow that began it may be about to book it.
 */
export function compareBookings(
  recorded: readonly Recorded[],
  booked: readonly Booking[],
  { payment_id, due }: { payment_id: string; due: readonly string[] }
): { wrong: string[]; missing: Recorded[] } {
  const left = [...recorded]
  const take = (stands: (movement: Recorded) => boolean) => {
    const at = left.findIndex(stands)
    return at >= 0 && left.splice(at, 1).length > 0
  }
  const tells =
    ({ amount }: Booking) =>
    (movement: Recorded) =>
      movement.amount === amount
  const strays = booked.filter(
    (booking) => !take(({ id, amount }) => id === booking.reference_id && amount === booking.amount)
  )
  const wrong = strays.filter((booking) => booking.reference_id !== payment_id || !take(tells(booking)))
  const isBegun = ({ id }: Recorded) =>
    due.includes(id) || booked.some(({ reference_id }) => reference_id === id)
  return { wrong: wrong.map(({ id }) => id), missing: left.filter(isBegun) }
}
