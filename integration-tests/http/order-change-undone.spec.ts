import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type Agent, eventually } from "../support/agent"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { type Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { adminPost, orderNumber, refundsOf } from "../support/merchant"
import { orderOf, payingAgent } from "../support/payments"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { runEffectsNow } from "../support/slow-store"
import { act, tracePayment } from "../support/staff"
import { blockUpdates, refuseUpdates } from "../support/table-lock"
import { orderThroughUcp } from "../support/ucp-orders"

interface Versions {
  /** The order's, and the newest ones of its lines and its totals. */
  readonly versions: readonly number[]
  /** The statuses of the order's changes, in the order of their versions. */
  readonly changes: readonly string[]
}

async function versionsOf(order_id: string): Promise<Versions | undefined> {
  const newest = (table: string) =>
    `(select max(version) from ${table} where order_id = o.id and deleted_at is null)`
  const [row] = await sql<Versions>(
    `select array[o.version, ${newest("order_item")}, ${newest("order_summary")}] as versions, array(
       select status::text from order_change
        where order_id = o.id and deleted_at is null order by version) as changes
       from "order" o where o.id = $1`,
    [order_id]
  )
  return row
}

/** The first version has no change, and each later one has one. */
const atVersion = (version: number): Versions => ({
  versions: [version, version, version],
  changes: Array.from({ length: version - 1 }, () => "confirmed"),
})

/** Makes the last statement of Medusa's cancellation fail: by then the order change is confirmed. */
const refuseCancellation = (order_id: string) =>
  refuseUpdates("order", `new.id = '${order_id}' and new.status = 'canceled'`)

let buyer: Buyer
let agent: Agent
beforeAll(async () => {
  ;({ buyer } = await openUcpShop("Undone clock"))
  agent = await payingAgent()
})
afterAll(closeUcpShop)

describe("a cancellation that fails after Medusa has confirmed its order change", () => {
  it("undoes the change of a staff member's void, and a later attempt cancels the order", async () => {
    const task = await agent.createPayment()
    const { payment_id } = task.artifacts
    const { id } = await orderOf(task)
    const accept = await refuseCancellation(id)
    expect((await act(payment_id, "void")).status).toBe(200)
    await untilUndone(payment_id, id, atVersion(1))
    await whenIdle(async () =>
      expect(await orderOf(task)).toMatchObject({ status: "pending", credit_lines: [] })
    )
    expect(await accept()).toBeGreaterThan(0)
    await runEffectsNow(payment_id)
    await performEffects(payment_id)
    expect(await versionsOf(id)).toEqual(atVersion(2))
    expect(await orderOf(task)).toMatchObject({ status: "canceled" })
    expect((await ledgerOf(payment_id)).amounts).toMatchObject({ captured: 0, refunded: 0 })
  })

  it("keeps the refund of an agent's request, which cancels the order when it is repeated", async () => {
    const { id, order_id, payment_id } = await orderThroughUcp(buyer)
    const { captured } = (await ledgerOf(payment_id)).amounts
    const total = captured / 100
    const refunded = {
      credit_lines: [{ amount: total }],
      summary: { pending_difference: 0, refunded_total: total },
    }
    const headers = { "idempotency-key": randomUUID() }
    const cancel = () => buyer.send(`/orders/${id}/cancel`, { headers })
    const accept = await refuseCancellation(order_id)
    expect((await cancel()).status).toBe(500)
    expect(await accept()).toBe(1)
    expect(await versionsOf(order_id)).toEqual(atVersion(2))
    expect(await orderNumber(Number(id))).toMatchObject({ status: "pending", ...refunded })
    expect((await cancel()).status).toBe(200)
    await performEffects(payment_id)
    const canceled = await orderNumber(Number(id))
    expect(canceled).toMatchObject({ status: "canceled", summary: refunded.summary })
    expect(refundsOf(canceled)).toEqual([total])
    expect((await ledgerOf(payment_id)).amounts.refunded).toBe(captured)
  })

  it("undoes no later change of the order, such as the merchant's credit line", async () => {
    const task = await agent.createPayment({ amount: 10_000 })
    const { payment_id } = task.artifacts
    const { id } = await orderOf(task)
    const collection = `new.status = 'canceled' and new.id = '${await collectionOf(id)}'`
    const accept = await refuseUpdates("payment_collection", collection)
    const step = await blockUpdates("payment_collection", collection)
    const voided = act(payment_id, "void")
    await step.stopped()
    const gift = { amount: 20, reference: "gift", reference_id: "gift" }
    expect((await adminPost(`/admin/orders/${id}/credit-lines`, gift)).status).toBe(200)
    await step.release()
    expect((await voided).status).toBe(200)
    // The change of the cancellation is deleted, and its empty credit line stays, in the version of the merchant's.
    await untilUndone(payment_id, id, { ...atVersion(3), changes: ["confirmed"] })
    await whenIdle(async () => {
      const { status, credit_lines, summary } = await orderOf(task)
      expect(credit_lines.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([0, 20])
      expect([status, summary]).toMatchObject(["pending", { pending_difference: 80 }])
    })
    await accept()
    await runEffectsNow(payment_id)
    await performEffects(payment_id)
    expect(await orderOf(task)).toMatchObject({ status: "canceled" })
    expect(await versionsOf(id)).toEqual({ ...atVersion(4), changes: ["confirmed", "confirmed"] })
  })
})

/** Runs a check until it passes: an attempt that is repeated meanwhile changes the order for a moment. */
const whenIdle = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 200 })

/** Resolves when an attempt has failed and the order is as before: attempts are repeated meanwhile. */
async function untilUndone(payment_id: string, order_id: string, before: Versions): Promise<void> {
  await eventually(async () => {
    const { effects } = await tracePayment(payment_id)
    if (!effects.some(({ last_error }) => last_error)) return undefined
    return JSON.stringify(await versionsOf(order_id)) === JSON.stringify(before) || undefined
  }, 30)
}

async function collectionOf(order_id: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    "select payment_collection_id as id from order_payment_collection where order_id = $1 and deleted_at is null",
    [order_id]
  )
  return String(row?.id)
}
