import type { Check } from "../check"
import type { Dossier } from "../dossier"
import { exact, isSame, minorIn, minorOf, sum } from "../money"

interface Entry {
  readonly id: string
  readonly amount: number
}

/** What the order's transactions say, in minor units; money that leaves is negative. */
function written({ orders }: Dossier): Entry[] {
  return orders.flatMap(({ transactions, currency_code }) =>
    transactions.map(({ reference_id: id, amount }) => ({ id, amount: minorOf(amount, currency_code) }))
  )
}

/**
 * What they must say: each capture and refund, by its id. Medusa names the payment instead where it refunds because an
 * order is canceled, so such an entry stands for a refund of that amount that is not booked by its own id.
 */
function due({ orders, records: own }: Dossier, entries: readonly Entry[]): Entry[] {
  const records = [...new Set([...own, ...orders.flatMap((order) => order.records)])]
  const left = entries.filter(({ id }) => records.some((record) => record.id === id))
  return records.flatMap(({ captures, refunds }) => [
    ...captures,
    ...refunds.map(({ id, amount }) => {
      const own = entries.some((entry) => entry.id === id)
      const at = own ? -1 : left.findIndex((entry) => entry.amount === -amount)
      const [named] = at < 0 ? [] : left.splice(at, 1)
      return named ?? { id, amount: -amount }
    }),
  ])
}

/** Each capture and refund of Medusa's is a transaction of the order, with its amount, and nothing else is. */
export const booked: Check = {
  name: "booked",
  kind: "difference",
  find(dossier) {
    if (!dossier.orders.length) return []
    const [entries, wanted] = compare(dossier)
    return [
      ...wanted.map(({ id, amount }) => {
        const found = entries.find((entry) => entry.id === id)
        if (!found) return `${id} of ${amount} is not among the order's transactions`
        return found.amount !== amount && `${id} of ${amount} is booked on the order as ${found.amount}`
      }),
      ...entries.map(
        ({ id, amount }) =>
          !wanted.some((entry) => entry.id === id) &&
          `the order has a transaction of ${amount} for ${id}, which does not call for it`
      ),
    ]
  },
}

function compare(dossier: Dossier): [entries: Entry[], wanted: Entry[]] {
  const entries = written(dossier)
  return [entries, due(dossier, entries)]
}

/** No capture or refund is booked twice. */
export const bookedOnce: Check = {
  name: "booked-once",
  kind: "duplicate",
  find(dossier) {
    const [entries, wanted] = compare(dossier)
    const times = (list: readonly Entry[], id: string) => list.filter((entry) => entry.id === id).length
    return [...new Set(entries.map(({ id }) => id))].map((id) => {
      const [is, most] = [times(entries, id), Math.max(1, times(wanted, id))]
      return is > most && `${id} is booked on the order ${is} times`
    })
  },
}

/** The sums Medusa keeps, on the order and on the payment's collection, are those of what they sum up. */
export const summedUp: Check = {
  name: "summed-up",
  kind: "difference",
  find: ({ orders, records }) => [
    ...orders.map((order) => {
      const { transactions, transaction_total: is, currency_code } = order
      // Exactly: parts of a minor unit, each of them rounded, need not come to their sum.
      const due = transactions.reduce((all, { amount }) => all + exact(amount), 0n)
      const isRight = isSame(exact(is), due)
      return (
        !isRight && `the order's transactions sum up to ${minorIn(due, currency_code)}, Medusa says ${is}`
      )
    }),
    ...records.flatMap(({ collection, currency_code, captures, refunds }) => {
      if (!collection) return []
      const differs = (what: string, is: number, due: number) =>
        is !== due && `the collection has ${what} ${is}, its payment ${due}`
      return [
        differs("captured", minorOf(collection.captured_amount, currency_code), amountOf(captures)),
        differs("refunded", minorOf(collection.refunded_amount, currency_code), amountOf(refunds)),
      ]
    }),
  ],
}

const amountOf = (movements: readonly { amount: number }[]) => sum(movements.map(({ amount }) => amount))
