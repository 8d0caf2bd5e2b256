import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { clearFaults, fault, ledgerOf, performEffects, turn } from "../support/bank-ledger"
import { sql } from "../support/database"
import { lockTable } from "../support/table-lock"
import { orderNumber, refundInAdmin, refundsOf } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"

const SCOPES = ["a2a:payments:read", "a2a:payments:create", "a2a:payments:refund"]
const FAILING_REFUNDS = "4000000000005126"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes(...SCOPES)
})

/** A captured payment of 100.00 EUR. */
async function paid(card?: string): Promise<Task["artifacts"]> {
  const { task_id, artifacts } = await agent.createPayment({ amount: 10_000 })
  await authenticate(artifacts.sca_redirect_url, "approve", card)
  await agent.settled(task_id)
  return artifacts
}

describe("refund_payment", () => {
  it("refunds in parts up to the full amount: each refund has one record in Medusa and one at the bank [A2A-44, AUTH-11, BANK-37]", async () => {
    const { payment_id, shop_order_id } = await paid()
    const part = await agent.send("refund_payment", { payment_id, amount: 2550, reason: "One came broken" })
    expect(part.body.result).toMatchObject({
      state: "completed",
      artifacts: { refund: { amount: 2550, currency: "EUR" }, payment: { refunded_amount: 2550 } },
    })
    const rest = await agent.send("refund_payment", { shop_order_id })
    expect(rest.body.result.artifacts.payment).toMatchObject({ status: "captured", refunded_amount: 10_000 })
    expect((await ledgerOf(payment_id)).refunds.map(({ amount }) => amount)).toEqual([2550, 7450])
    expect(refundsOf(await orderNumber(shop_order_id)).sort()).toEqual([25.5, 74.5])
    const notes = await sql<{ note: string }>("select note from refund where note = 'One came broken'")
    expect(notes).toHaveLength(1)
  })

  it("rejects more than the captured amount that is not refunded yet [A2A-44]", async () => {
    const { payment_id, shop_order_id } = await paid()
    expect((await agent.send("refund_payment", { payment_id, amount: 10_001 })).body.error).toMatchObject({
      code: -32022,
      data: { code: "amount_exceeds_captured", left: 10_000 },
    })
    await refundInAdmin(await orderNumber(shop_order_id), 60)
    expect((await agent.send("refund_payment", { payment_id, amount: 4001 })).body.error.data).toMatchObject({
      left: 4000,
    })
    expect((await ledgerOf(payment_id)).amounts.refunded).toBe(6000)
  })

  it("refunds once when four requests for more than half arrive at once [A2A-44]", async () => {
    const { payment_id, shop_order_id } = await paid()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => agent.send("refund_payment", { payment_id, amount: 6000 }))
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const tasks = answers.flatMap(({ body }) => (body.result ? [body.result.task_id] : []))
    const ends = await Promise.all(tasks.map((task_id) => agent.settled(task_id)))
    expect(ends.filter(({ state }) => state === "completed")).toHaveLength(1)
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).amounts.refunded).toBe(6000)
    expect(refundsOf(await orderNumber(shop_order_id))).toEqual([60])
  })

  it("returns no link to the bank's page, which belongs to the payment's task [OFC-01]", async () => {
    const { payment_id, shop_order_id, sca_redirect_url } = await paid()
    const { body } = await agent.send("refund_payment", { payment_id, amount: 100 })
    expect(body.result.artifacts).toMatchObject({ payment_id, shop_order_id, refund: { amount: 100 } })
    expect(body.result.artifacts).not.toHaveProperty("sca_redirect_url")
    expect(sca_redirect_url).toBeTruthy()
  })

  it("is rejected with earlier_call_open and creates no task while an earlier refund is unresolved [OFC-02]", async () => {
    const { payment_id } = await paid()
    await fault({ scope: { times: 20 }, api: { execute_then_fail: true }, ipn: { drop: true } })
    const first = await agent.send("refund_payment", { payment_id, amount: 1000 })
    const refund = { payment_id, amount: 500 }
    const second = await agent.send("refund_payment", refund, `after-${payment_id}`)
    expect(second.body.error).toMatchObject({ code: -32021, data: { code: "earlier_call_open", payment_id } })
    await clearFaults()
    await agent.settled(String(first.body.error.data.task_id))
    // The task can end a moment before the operation's own row.
    const repeated = await eventually(async () => {
      const { body } = await agent.send("refund_payment", refund, `after-${payment_id}`)
      return body.error?.data.code === "earlier_call_open" ? undefined : body
    })
    expect(repeated.result.state).toBe("completed")
    expect((await ledgerOf(payment_id)).refunds.map(({ amount }) => amount)).toEqual([1000, 500])
  })

  it("fails with a documented code when another refund was faster, and its key returns the failed task [OFC-02, OFC-03]", async () => {
    const { payment_id } = await paid()
    const tasks = await lockTable("gw_task")
    const send = (n: number) => agent.send("refund_payment", { payment_id }, `race-${n}-${payment_id}`)
    const sent = [1, 2, 3, 4].map(send)
    await tasks.stopped(4)
    await tasks.release()
    const ids = (await Promise.all(sent)).map(({ body }) => body.result.task_id)
    const ends = await Promise.all(ids.map((task_id) => agent.settled(task_id)))
    const failed = ends.filter(({ state }) => state === "failed")
    expect(failed).toHaveLength(3)
    for (const { artifacts } of failed)
      expect(["earlier_call_open", "amount_exceeds_captured"]).toContain(artifacts.error?.code)
    const repeated = await Promise.all([1, 2, 3, 4].map(send))
    expect(repeated.map(({ body }) => body.result)).toEqual(ends)
    expect((await ledgerOf(payment_id)).refunds.map(({ amount }) => amount)).toEqual([10_000])
  })

  it("fails with amount_exceeds_captured when the bank has refunded everything meanwhile [OFC-02, OFC-03]", async () => {
    const { payment_id } = await paid()
    const { id } = await ledgerOf(payment_id)
    const tasks = await lockTable("gw_task")
    const send = () => agent.send("refund_payment", { payment_id }, `late-${payment_id}`)
    const sent = send()
    await tasks.stopped()
    await turn("refund", { payment_id: id, amount: 10_000 })
    const refunded = "select 1 from gw_payment where id = $1 and refunded_amount = 10000"
    await eventually(async () => (await sql(refunded, [payment_id]))[0])
    await tasks.release()
    const { result } = (await sent).body
    expect(result).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "amount_exceeds_captured" } },
    })
    expect((await send()).body.result).toEqual(result)
  })

  it("keeps the task working while the bank processes the refund, and fails it without a record when the bank fails [A2A-44, BANK-37]", async () => {
    const { payment_id, shop_order_id } = await paid(FAILING_REFUNDS)
    const { body } = await agent.send("refund_payment", { payment_id, amount: 4000 })
    expect(body.result.state).toBe("working")
    const more = await agent.send("refund_payment", { payment_id, amount: 6001 })
    expect(more.body.error.data).toMatchObject({ code: "amount_exceeds_captured", left: 6000 })
    const failed = await agent.settled(body.result.task_id)
    expect(failed).toMatchObject({ state: "failed", artifacts: { error: { code: "refund_failed" } } })
    expect(failed.artifacts.payment).toMatchObject({ refunded_amount: 0 })
    expect(refundsOf(await orderNumber(shop_order_id))).toEqual([])
  })

  it("leaves no record of a refund from Medusa's admin that failed at the bank [BANK-37, BANK-53]", async () => {
    const { payment_id, shop_order_id } = await paid(FAILING_REFUNDS)
    const answer = await refundInAdmin(await orderNumber(shop_order_id), 40)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain("has not executed the refund yet")
    await eventually(async () =>
      (await ledgerOf(payment_id)).refunds[0]?.status === "failed" ? true : undefined
    )
    await eventually(
      async () =>
        (
          await sql("select 1 from gw_payment where id = $1 and review_reason like 'A refund of 40%'", [
            payment_id,
          ])
        )[0]
    )
    const order = await orderNumber(shop_order_id)
    expect(refundsOf(order)).toEqual([])
    expect(order.summary.paid_total).toBe(100)
  })

  it("rejects a payment without a capture, and another client's payment [A2A-44]", async () => {
    const { artifacts } = await agent.createPayment()
    const { payment_id } = artifacts
    expect((await agent.send("refund_payment", { payment_id })).body.error.data.code).toBe("invalid_state")
    const other = await Agent.withScopes(...SCOPES)
    expect((await other.send("refund_payment", { payment_id })).body.error.data.code).toBe(
      "payment_not_found"
    )
  })

  it("counts a refund the merchant made on the bank's own site [A2A-44, BANK-37]", async () => {
    const { payment_id } = await paid()
    const { id } = await ledgerOf(payment_id)
    await turn("refund", { payment_id: id, amount: 9000 })
    await eventually(async () => {
      const { body } = await agent.send("query_payment_status", { payment_id })
      return (body.result.artifacts.payment.refunded_amount as number) === 9000 ? true : undefined
    })
    const { body } = await agent.send("refund_payment", { payment_id, amount: 1001 })
    expect(body.error.data).toMatchObject({ code: "amount_exceeds_captured", left: 1000 })
  })

  it("requires its own scope [AUTH-11]", async () => {
    const { payment_id } = await paid()
    const without = await Agent.withScopes("a2a:payments:read", "a2a:payments:capture")
    const { status, body } = await without.send("refund_payment", { payment_id })
    expect(status).toBe(403)
    expect(body.error.data.required_scope).toBe("a2a:payments:refund")
  })
})
