import { expect } from "vitest"
import { sql } from "./database"
import { inLedger, performEffects } from "./bank-ledger"
import { orderNumber, timesPlaced } from "./merchant"
import { strayReservations } from "./ordered-once"
import { campaign, promote } from "./promotions"
import { attemptsOf, ordersOf } from "./purchases"

/** Discount codes that together reduce any total to 0. `limit` is the number of uses of the first code. */
export async function fullDiscount(limit?: number): Promise<string[]> {
  const budget = limit === undefined ? {} : campaign({ budget: { type: "usage", limit } })
  return [
    await promote({ type: "percentage", target_type: "order", value: 100 }, budget),
    await promote({ type: "percentage", target_type: "shipping_methods", allocation: "across", value: 100 }),
  ]
}

/** The number of uses of a promotion with a budget. */
export async function usesOf(code: string | undefined): Promise<number | undefined> {
  const [row] = await sql<{ used: number }>(
    `select b.used::int from promotion p join promotion_campaign_budget b on b.campaign_id = p.campaign_id where p.code = $1`,
    [code]
  )
  return row?.used
}

/**
 * Expects that a checkout with a total of 0 is finished: one order, announced once, with `units` reserved; no
 * payment exists, and the bank was never called.
 */
export async function expectGivenOnce(session_id: string, order_id: string, units: number): Promise<void> {
  const attempts = await attemptsOf(session_id)
  for (const { id } of attempts) await performEffects(id)
  expect(attempts).toMatchObject([{ status: "nothing_due", amount: 0, redirect_url: null }])
  expect(await ordersOf(session_id)).toEqual([
    { display_id: Number(order_id), status: "pending", reserved: units },
  ])
  const order = await orderNumber(Number(order_id))
  expect([order.total, order.payment_collections ?? [], order.summary.pending_difference]).toEqual([0, [], 0])
  expect(timesPlaced(order)).toBe(1)
  expect(await strayReservations()).toEqual([])
  expect(await ledgerEntriesOf(attempts[0]?.id)).toEqual([])
}

/** The bank's ledger entries of an attempt. */
async function ledgerEntriesOf(id: string | undefined): Promise<unknown[]> {
  const [row] = await sql<{ name: string }>(
    "select merchant_reference as name from gw_payment where id = $1",
    [id]
  )
  if (!row) throw new Error(`no payment ${id}`)
  return inLedger("payments", row.name)
}
