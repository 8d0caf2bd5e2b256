import { expect } from "vitest"
import type { Task } from "./agent"
import { bankPaymentOf, performEffects } from "./bank-ledger"
import { sql } from "./database"
import { capturesOf, refundsOf } from "./merchant"
import { orderOf } from "./payments"

/**
 * Expects the same captures and refunds at the bank, in Medusa and in the order's transactions, each once. In
 * major units of euro.
 */
export async function expectBooks(task: Task, captured: number[], refunded: number[] = []): Promise<void> {
  await performEffects(task.artifacts.payment_id)
  const { amounts } = await bankPaymentOf(task.artifacts.payment_id)
  const order = await orderOf(task)
  const sum = (major: number[]) => Math.round(major.reduce((a, b) => a + b, 0) * 100)
  expect([amounts.captured, amounts.refunded]).toEqual([sum(captured), sum(refunded)])
  expect(capturesOf(order).sort()).toEqual(captured)
  expect(refundsOf(order).sort()).toEqual(refunded)
  const transactions = await sql<{ amount: string }>(
    "select amount from order_transaction where order_id = $1",
    [order.id]
  )
  expect(transactions.map(({ amount }) => Number(amount)).sort()).toEqual(
    [...captured, ...refunded.map((amount) => -amount)].sort()
  )
}
