import type { Check } from "../check"
import type { Dossier } from "../dossier"
import { exact, isSame, minorIn, minorOf, sum } from "../money"

interface Entry {
  readonly id: string
  readonly amount: number
}

/** The order's transactions, in minor units. Refunds are negative. */
function transactionsOf({ orders }: Dossier): Entry[] {
  return orders.flatMap(({ transactions, currency_code }) =>
    transactions.map(({ reference_id: id, amount }) => ({ id, amount: minorOf(amount, currency_code) }))
  )
}

/**
 * The transactions that the order must have: each capture and refund, by its id. When Medusa refunds a payment because
 * its order is canceled, the transaction has the id of the payment instead. It then counts for a refund of the same
 * amount that has no transaction with its own id.
 */
function expectedOf({ orders, records: own }: Dossier, entries: readonly Entry[]): Entry[] {
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

/** Each capture and refund in Medusa is a transaction of the order, with its amount, and there are no others. */
export const booked: Check = {
  name: "booked",
  kind: "difference",
  find(dossier) {
    if (!dossier.orders.length) return []
    const [entries, expected] = compare(dossier)
    return [
      ...expected.map(({ id, amount }) => {
        const found = entries.find((entry) => entry.id === id)
        if (!found) return `${id} of ${amount} has no transaction on the order`
        return (
          found.amount !== amount &&
          `the transaction of ${id} has the amount ${found.amount}, expected ${amount}`
        )
      }),
      ...entries.map(
        ({ id, amount }) =>
          !expected.some((entry) => entry.id === id) &&
          `the order has an unexpected transaction of ${amount} for ${id}`
      ),
    ]
  },
}

function compare(dossier: Dossier): [entries: Entry[], expected: Entry[]] {
  const entries = transactionsOf(dossier)
  return [entries, expectedOf(dossier, entries)]
}

/** No capture or refund has two transactions. */
export const bookedOnce: Check = {
  name: "booked-once",
  kind: "duplicate",
  find(dossier) {
    const [entries, expected] = compare(dossier)
    const times = (list: readonly Entry[], id: string) => list.filter((entry) => entry.id === id).length
    return [...new Set(entries.map(({ id }) => id))].map((id) => {
      const [actual, most] = [times(entries, id), Math.max(1, times(expected, id))]
      return actual > most && `${id} has ${actual} transactions on the order`
    })
  },
}

/** The sums that Medusa stores on the order and on the payment's collection are those of their entries. */
export const summedUp: Check = {
  name: "summed-up",
  kind: "difference",
  find: ({ orders, records }) => [
    ...orders.map((order) => {
      const { transactions, transaction_total, currency_code } = order
      // Compared exactly, because the sum of rounded parts can differ from the rounded sum.
      const expected = transactions.reduce((all, { amount }) => all + exact(amount), 0n)
      const isRight = isSame(exact(transaction_total), expected)
      return (
        !isRight &&
        `transaction_total is ${transaction_total}, the transactions sum up to ${minorIn(expected, currency_code)}`
      )
    }),
    ...records.flatMap(({ collection, currency_code, captures, refunds }) => {
      if (!collection) return []
      const differs = (what: string, actual: number, expected: number) =>
        actual !== expected && `the collection has ${what} ${actual}, its payment ${expected}`
      return [
        differs("captured", minorOf(collection.captured_amount, currency_code), amountOf(captures)),
        differs("refunded", minorOf(collection.refunded_amount, currency_code), amountOf(refunds)),
      ]
    }),
  ],
}

const amountOf = (movements: readonly { amount: number }[]) => sum(movements.map(({ amount }) => amount))
