import type { BankPayment } from "../bank"
import type { Dossier, OrderFile, RecordFile } from "../dossier"
import { exact, isSame, minorIn, minorOf } from "../money"
import type { Story } from "../story"
import type { OverallCheck } from "./overall"

/**
 * Medusa's sums of an order: what was paid and refunded is what the bank has moved, and what is pending is the rest. Of an
 * order that was paid in full nothing is outstanding, whatever was refunded.
 */
export const orderBooks: OverallCheck = {
  name: "order-books",
  kind: "difference",
  find(_, dossiers) {
    const bankOf = new Map<RecordFile, BankPayment>()
    for (const { bank, records } of dossiers) if (bank) for (const record of records) bankOf.set(record, bank)
    const orders = new Set(dossiers.flatMap(({ orders }) => orders))
    return [...orders].flatMap((order) =>
      [
        ...againstBank(order, banksOf(order, dossiers, bankOf)),
        ...inItself(order),
        ...outstanding(order, storyOf(order, dossiers)),
      ].map((words) => ({
        about: order.id,
        words,
      }))
    )
  },
}

function banksOf(
  order: OrderFile,
  dossiers: readonly Dossier[],
  bankOf: ReadonlyMap<RecordFile, BankPayment>
): BankPayment[] {
  const byRecord = order.records.flatMap((record) => bankOf.get(record) ?? [])
  const byOrder = dossiers.flatMap(({ bank, orders, records }) =>
    bank && records.length && orders.includes(order) ? [bank] : []
  )
  return [...new Set([...byRecord, ...byOrder])]
}

function againstBank(order: OrderFile, banks: readonly BankPayment[]): string[] {
  const { paid_total, refunded_total, currency_code: currency } = order
  const at = (what: "captured" | "refunded") => banks.reduce((all, { amounts }) => all + amounts[what], 0)
  const differs = (name: string, is: number, due: number) =>
    is === due ? [] : [`${name} is ${is} in Medusa, and the bank has ${due}`]
  return [
    ...differs("paid_total", minorOf(paid_total, currency), at("captured")),
    ...differs("refunded_total", minorOf(refunded_total, currency), at("refunded")),
  ]
}

/** Exactly, but for what is outstanding: that is asked for in minor units. */
function inItself(order: OrderFile): string[] {
  const { paid_total, refunded_total, transaction_total, current_order_total, pending_difference } = order
  const { currency_code: currency } = order
  const moved = exact(paid_total) - exact(refunded_total)
  const captured = sumOf(order.records.flatMap(({ captures }) => captures))
  const refunded = sumOf(order.records.flatMap(({ refunds }) => refunds))
  return [
    !isSame(exact(transaction_total), moved) && `transaction_total is ${transaction_total}`,
    minorOf(pending_difference, currency) !== minorIn(exact(current_order_total) - moved, currency) &&
      `pending_difference is ${pending_difference} of ${current_order_total}`,
    !isSame(exact(paid_total), captured) &&
      `paid_total is ${paid_total}, which its captures do not sum up to`,
    !isSame(exact(refunded_total), refunded) &&
      `refunded_total is ${refunded_total}, which its refunds do not sum up to`,
  ].filter((words) => words !== false)
}

/** The story of an order, or of the payment it was made for: a cart's order does not name its story. */
function storyOf(order: OrderFile, dossiers: readonly Dossier[]): Story | undefined {
  return order.story ?? dossiers.find(({ orders, story }) => story && orders.includes(order))?.story
}

function outstanding(order: OrderFile, story: Story | undefined): string[] {
  const { status, pending_difference, paid_total, currency_code } = order
  const isPaid = story !== undefined && minorOf(paid_total, currency_code) >= story.order_total
  const asked = minorOf(pending_difference, currency_code)
  return isPaid && status !== "canceled" && asked > 0
    ? [`was paid in full, and ${asked} is outstanding again (${sumsOf(order)}; ${story.name})`]
    : []
}

function sumsOf(order: OrderFile): string {
  const { paid_total, refunded_total, current_order_total, credit_line_total, currency_code } = order
  const sums = { paid_total, refunded_total, current_order_total, credit_line_total }
  return `${currency_code} ${JSON.stringify(sums)}`
}

const sumOf = (movements: readonly { decimal: string }[]) =>
  movements.reduce((all, { decimal }) => all + exact(decimal), 0n)
