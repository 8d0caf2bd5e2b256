import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { ledgerOf, nothingOwed } from "../support/bank-ledger"
import { sql } from "../support/database"
import {
  adminPost,
  captureInAdmin,
  capturesOf,
  type Order,
  orderNumber,
  paymentOf,
  refundInAdmin,
  refundsOf,
  timesPlaced,
} from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

/** A payment the shopper has proved, and its order. */
async function paid(
  input: Record<string, unknown> = {}
): Promise<{ task: Task; order: () => Promise<Order> }> {
  const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, ...input })
  await prove(artifacts.sca_redirect_url)
  return { task: await agent.settled(task_id), order: () => orderNumber(artifacts.shop_order_id) }
}

describe("a reserved payment", () => {
  it("completes its task when it is authorised, with nothing captured and the order announced once [A2A-49, BANK-32]", async () => {
    const { task, order } = await paid({ capture: "manual" })
    expect(task).toMatchObject({ state: "completed", artifacts: { payment: { status: "authorized" } } })
    expect(await order()).toMatchObject({ payment_status: "authorized" })
    expect(capturesOf(await order())).toEqual([])
    expect(timesPlaced(await order())).toBe(1)
  })

  it("is captured in parts and to the end from Medusa's admin: one record each, here and at the bank [BANK-29, BANK-33, BANK-34]", async () => {
    const { task, order } = await paid({ capture: "manual" })
    for (const amount of [20, 30]) expect((await captureInAdmin(await order(), amount)).status).toBe(200)
    expect((await ledgerOf(task.artifacts.payment_id)).status).toBe("partially_captured")
    expect((await captureInAdmin(await order())).status).toBe(400)
    expect((await captureInAdmin(await order(), 50)).status).toBe(200)
    await nothingOwed(task.artifacts.payment_id)
    const ledger = await ledgerOf(task.artifacts.payment_id)
    expect(ledger.status).toBe("captured")
    expect(ledger.captures.map(({ amount }) => amount)).toEqual([2000, 3000, 5000])
    const settled = await order()
    expect(capturesOf(settled).sort()).toEqual([20, 30, 50])
    expect(settled).toMatchObject({
      payment_status: "captured",
      summary: { paid_total: 100, pending_difference: 0 },
    })
    expect(timesPlaced(settled)).toBe(1)
  })

  it("is not captured beyond what was authorised [BANK-34]", async () => {
    const { task, order } = await paid({ capture: "manual" })
    expect((await captureInAdmin(await order(), 100.01)).status).toBe(400)
    expect((await ledgerOf(task.artifacts.payment_id)).amounts.captured).toBe(0)
  })

  it("is released at the bank when its order is canceled [BANK-29, BANK-36]", async () => {
    const { task, order } = await paid({ capture: "manual" })
    expect((await adminPost(`/admin/orders/${(await order()).id}/cancel`)).status).toBe(200)
    expect((await ledgerOf(task.artifacts.payment_id)).status).toBe("voided")
    await nothingOwed(task.artifacts.payment_id)
    expect(await order()).toMatchObject({ status: "canceled" })
    expect(paymentOf(await order()).canceled_at).not.toBeNull()
  })
})

describe("a captured payment", () => {
  it("is refunded in parts from Medusa's admin, never beyond what was captured [BANK-29, BANK-35, BANK-37]", async () => {
    const { task, order } = await paid()
    for (const amount of [10, 25.5]) expect((await refundInAdmin(await order(), amount)).status).toBe(200)
    expect((await refundInAdmin(await order(), 64.51)).status).toBe(400)
    await nothingOwed(task.artifacts.payment_id)
    const ledger = await ledgerOf(task.artifacts.payment_id)
    expect(ledger.amounts.refunded).toBe(3550)
    expect(refundsOf(await order()).sort()).toEqual([10, 25.5])
    const { body } = await agent.send("query_payment_status", { payment_id: task.artifacts.payment_id })
    expect(body.result.artifacts.payment).toMatchObject({ captured_amount: 10_000, refunded_amount: 3550 })
  })

  it("is refunded once when four refunds of more than half come at once [BANK-35, BANK-37]", async () => {
    const { task, order } = await paid()
    const settled = await order()
    const answers = await Promise.all([1, 2, 3, 4].map(() => refundInAdmin(settled, 60)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await nothingOwed(task.artifacts.payment_id)
    expect((await ledgerOf(task.artifacts.payment_id)).amounts.refunded).toBe(6000)
    expect(refundsOf(await order())).toEqual([60])
  })

  it("is refunded in full when its order is canceled [BANK-38]", async () => {
    const { task, order } = await paid()
    expect((await adminPost(`/admin/orders/${(await order()).id}/cancel`)).status).toBe(200)
    await nothingOwed(task.artifacts.payment_id)
    expect((await ledgerOf(task.artifacts.payment_id)).amounts.refunded).toBe(10_000)
    expect(refundsOf(await order())).toEqual([100])
  })
})

describe("an order canceled while the shopper is at the bank", () => {
  it("ends the payment at the bank, so that nothing can be paid any more [BANK-39]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const { id } = await orderNumber(artifacts.shop_order_id)
    expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
    await eventually(async () =>
      (await ledgerOf(artifacts.payment_id)).status === "canceled" ? true : undefined
    )
    expect((await agent.settled(task_id)).state).toBe("failed")
    await expect(prove(artifacts.sca_redirect_url)).rejects.toThrow()
  })

  it("gives the money back when the shopper was faster, and says so to merchant and agent [BANK-40]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const id = artifacts.payment_id
    // The settlement waits until the order has been canceled behind its back.
    await sql("update gw_payment set provisioned_at = null where id = $1", [id])
    await prove(artifacts.sca_redirect_url)
    await eventually(
      async () => (await sql("select 1 from gw_payment where id = $1 and status = 'captured'", [id]))[0]
    )
    await sql(`update "order" set status = 'canceled' where display_id = $1`, [artifacts.shop_order_id])
    await sql("update gw_payment set provisioned_at = now() where id = $1", [id])
    await eventually(async () => ((await ledgerOf(id)).amounts.refunded === 1500 ? true : undefined), 20)
    expect(await agent.settled(task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "given_back" }, payment: { captured_amount: 1500, refunded_amount: 1500 } },
    })
    await nothingOwed(artifacts.payment_id)
    const order = await orderNumber(artifacts.shop_order_id)
    expect([capturesOf(order), refundsOf(order), timesPlaced(order)]).toEqual([[15], [15], 0])
    const [row] = await sql<{ review_reason: string }>("select review_reason from gw_payment where id = $1", [
      artifacts.payment_id,
    ])
    expect(row?.review_reason).toContain("order was canceled")
  })
})
