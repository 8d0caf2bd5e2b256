import type { BankPayment } from "../bank"
import type { Dossier, OrderFile, RecordFile } from "../dossier"
import { exact, isSame, minorIn, minorOf } from "../money"
import type { Story } from "../story"
import type { OverallCheck } from "./overall"

/**
 * Medusa's sums of an order: `paid_total` and `refunded_total` are those of the bank, and `pending_difference` is the rest.
 * An order that was paid in full has no outstanding amount, even after refunds.
 */
export const orderBooks: OverallCheck = {
  name: "order-books",
  kind: "difference",
  find(_, dossiers) {
    const banksOf = bankFinder(dossiers)
    return ordersIn(dossiers).flatMap((order) =>
      [
        ...differencesFromBank(order, banksOf(order)),
        ...inconsistencies(order),
        ...outstandingAmount(order, storyOf(order, dossiers)),
      ].map((message) => ({
        about: order.id,
        message,
      }))
    )
  },
}

/** All orders of these dossiers, each once. */
export const ordersIn = (dossiers: readonly Dossier[]): OrderFile[] => [
  ...new Set(dossiers.flatMap(({ orders }) => orders)),
]

/** Finds all payments of an order at the bank: an order that was edited has several. */
export function bankFinder(dossiers: readonly Dossier[]): (order: OrderFile) => BankPayment[] {
  const bankOf = new Map<RecordFile, BankPayment>()
  for (const { bank, records } of dossiers) if (bank) for (const record of records) bankOf.set(record, bank)
  return (order) => {
    const byRecord = order.records.flatMap((record) => bankOf.get(record) ?? [])
    const byOrder = dossiers.flatMap(({ bank, orders, records }) =>
      bank && records.length && orders.includes(order) ? [bank] : []
    )
    return [...new Set([...byRecord, ...byOrder])]
  }
}

function differencesFromBank(order: OrderFile, banks: readonly BankPayment[]): string[] {
  const { paid_total, refunded_total, currency_code: currency } = order
  const atBank = (what: "captured" | "refunded") => banks.reduce((all, { amounts }) => all + amounts[what], 0)
  const compare = (name: string, actual: number, expected: number) =>
    actual === expected ? [] : [`${name} is ${actual} in Medusa, and ${expected} at the bank`]
  return [
    ...compare("paid_total", minorOf(paid_total, currency), atBank("captured")),
    ...compare("refunded_total", minorOf(refunded_total, currency), atBank("refunded")),
  ]
}

/** Compares exactly, except for the outstanding amount, which is requested in minor units. */
function inconsistencies(order: OrderFile): string[] {
  const { paid_total, refunded_total, transaction_total, current_order_total, pending_difference } = order
  const { currency_code: currency } = order
  const net = exact(paid_total) - exact(refunded_total)
  const captured = sumOf(order.records.flatMap(({ captures }) => captures))
  const refunded = sumOf(order.records.flatMap(({ refunds }) => refunds))
  return [
    !isSame(exact(transaction_total), net) && `transaction_total is ${transaction_total}`,
    minorOf(pending_difference, currency) !== minorIn(exact(current_order_total) - net, currency) &&
      `pending_difference is ${pending_difference} of ${current_order_total}`,
    !isSame(exact(paid_total), captured) &&
      `paid_total is ${paid_total}, which is not the sum of the captures`,
    !isSame(exact(refunded_total), refunded) &&
      `refunded_total is ${refunded_total}, which is not the sum of the refunds`,
  ].filter((message) => message !== false)
}

/** The story of an order, or of its payment, because the order of a cart does not contain a reference to its story. */
function storyOf(order: OrderFile, dossiers: readonly Dossier[]): Story | undefined {
  return order.story ?? dossiers.find(({ orders, story }) => story && orders.includes(order))?.story
}

function outstandingAmount(order: OrderFile, story: Story | undefined): string[] {
  const { status, pending_difference, paid_total, currency_code } = order
  const isPaid = story !== undefined && minorOf(paid_total, currency_code) >= story.order_total
  const pending = minorOf(pending_difference, currency_code)
  return isPaid && status !== "canceled" && pending > 0
    ? [`was paid in full, and has an outstanding amount of ${pending} (${sumsOf(order)}; ${story.name})`]
    : []
}

function sumsOf(order: OrderFile): string {
  const { paid_total, refunded_total, current_order_total, credit_line_total, currency_code } = order
  const sums = { paid_total, refunded_total, current_order_total, credit_line_total }
  return `${currency_code} ${JSON.stringify(sums)}`
}

const sumOf = (movements: readonly { decimal: string }[]) =>
  movements.reduce((all, { decimal }) => all + exact(decimal), 0n)
