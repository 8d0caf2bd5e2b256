import { expect } from "vitest"
import { sql } from "./database"
import { inLedger, nothingOwed } from "./bank-ledger"
import { orderNumber, timesPlaced } from "./merchant"
import { strayReservations } from "./ordered-once"
import { campaign, promote } from "./promotions"
import { attemptsOf, ordersOf } from "./purchases"

/** Codes that leave nothing to be paid for whatever is bought; the first of them so often as is said. */
export async function fullDiscount(limit?: number): Promise<string[]> {
  const budget = limit === undefined ? {} : campaign({ budget: { type: "usage", limit } })
  return [
    await promote({ type: "percentage", target_type: "order", value: 100 }, budget),
    await promote({ type: "percentage", target_type: "shipping_methods", allocation: "across", value: 100 }),
  ]
}

/** How often a promotion with a budget counts as used. */
export async function usesOf(code: string | undefined): Promise<number | undefined> {
  const [row] = await sql<{ used: number }>(
    `select b.used::int from promotion p join promotion_campaign_budget b on b.campaign_id = p.campaign_id where p.code = $1`,
    [code]
  )
  return row?.used
}

/**
 * A checkout that costs nothing has come to its end: one order, announced once, `pieces` set aside for it; there is no
 * payment of it anywhere, and the bank has never heard of it.
 */
export async function expectGivenOnce(session_id: string, order_id: string, pieces: number): Promise<void> {
  const attempts = await attemptsOf(session_id)
  for (const { id } of attempts) await nothingOwed(id)
  expect(attempts).toMatchObject([{ status: "nothing_due", amount: 0, redirect_url: null }])
  expect(await ordersOf(session_id)).toEqual([
    { display_id: Number(order_id), status: "pending", reserved: pieces },
  ])
  const order = await orderNumber(Number(order_id))
  expect([order.total, order.payment_collections ?? [], order.summary.pending_difference]).toEqual([0, [], 0])
  expect(timesPlaced(order)).toBe(1)
  expect(await strayReservations()).toEqual([])
  expect(await askedOf(attempts[0]?.id)).toEqual([])
}

/** What the bank has heard of an attempt. */
async function askedOf(id: string | undefined): Promise<unknown[]> {
  const [row] = await sql<{ name: string }>(
    "select merchant_reference as name from gw_payment where id = $1",
    [id]
  )
  if (!row) throw new Error(`no payment ${id}`)
  return inLedger("payments", row.name)
}
