import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { clearFaults, fault, ledgerOf, performEffects } from "../support/bank-ledger"
import { adminPost, capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"

const SCOPES = ["a2a:payments:read", "a2a:payments:create", "a2a:payments:capture"]

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes(...SCOPES)
})

/** A payment of 100.00 EUR that the customer authenticated: authorized, not captured. */
async function reserved(input: Record<string, unknown> = {}): Promise<Task["artifacts"]> {
  const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, capture: "manual", ...input })
  await authenticate(artifacts.sca_redirect_url)
  await agent.settled(task_id)
  return artifacts
}

describe("capture_payment", () => {
  it("captures in parts up to the full amount: each capture has one record in Medusa and one at the bank [A2A-43, AUTH-10, BANK-34]", async () => {
    const { payment_id, shop_order_id } = await reserved()
    const first = await agent.send("capture_payment", { payment_id, amount: 2000 })
    expect(first.body.result).toMatchObject({
      state: "completed",
      artifacts: {
        capture: { amount: 2000, currency: "EUR" },
        payment: { status: "partially_captured", captured_amount: 2000 },
      },
    })
    expect((await agent.send("capture_payment", { shop_order_id, amount: 3000 })).body.result.state).toBe(
      "completed"
    )
    const rest = await agent.send("capture_payment", { payment_id })
    expect(rest.body.result.artifacts.payment).toMatchObject({ status: "captured", captured_amount: 10_000 })
    expect((await ledgerOf(payment_id)).captures.map(({ amount }) => amount)).toEqual([2000, 3000, 5000])
    const order = await orderNumber(shop_order_id)
    expect(capturesOf(order).sort()).toEqual([20, 30, 50])
    expect(order).toMatchObject({ payment_status: "captured", summary: { pending_difference: 0 } })
    expect(timesPlaced(order)).toBe(1)
  })

  it("returns no link to the bank's page, which belongs to the payment's task [OFC-01]", async () => {
    const { payment_id, sca_redirect_url } = await reserved()
    const { body } = await agent.send("capture_payment", { payment_id, amount: 2000 })
    expect(body.result.artifacts).toMatchObject({ payment_id, capture: { amount: 2000 } })
    expect(body.result.artifacts).not.toHaveProperty("sca_redirect_url")
    expect(sca_redirect_url).toBeTruthy()
  })

  it("is rejected with earlier_call_open while an earlier capture is unresolved [OFC-02]", async () => {
    const { payment_id } = await reserved()
    await fault({ scope: { times: 20 }, api: { execute_then_fail: true }, ipn: { drop: true } })
    const first = await agent.send("capture_payment", { payment_id, amount: 1000 })
    const { body } = await agent.send("capture_payment", { payment_id, amount: 500 })
    expect(body.error).toMatchObject({ code: -32021, data: { code: "earlier_call_open" } })
    await clearFaults()
    await agent.settled(String(first.body.error.data.task_id))
    expect((await ledgerOf(payment_id)).captures.map(({ amount }) => amount)).toEqual([1000])
  })

  it("voids the rest of the authorization after a final capture [A2A-43]", async () => {
    const { payment_id } = await reserved()
    const { body } = await agent.send("capture_payment", { payment_id, amount: 4000, final: true })
    expect(body.result.artifacts.payment).toMatchObject({ status: "captured", captured_amount: 4000 })
    expect((await ledgerOf(payment_id)).amounts).toMatchObject({ captured: 4000, voided: 6000 })
    const again = await agent.send("capture_payment", { payment_id, amount: 1 })
    expect(again.body.error).toMatchObject({ code: -32021, data: { code: "invalid_state" } })
  })

  it("rejects more than the uncaptured amount and creates no task [A2A-43]", async () => {
    const { payment_id } = await reserved()
    const { body } = await agent.send("capture_payment", { payment_id, amount: 10_001 })
    expect(body.error).toMatchObject({
      code: -32022,
      data: { code: "amount_exceeds_authorized", payment_id, left: 10_000 },
    })
    expect((await ledgerOf(payment_id)).amounts.captured).toBe(0)
  })

  it("captures once when ten requests with the same idempotency key arrive at once [A2A-43]", async () => {
    const { payment_id, shop_order_id } = await reserved()
    const input = { payment_id, amount: 1500 }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => agent.send("capture_payment", input, `capture-${payment_id}`))
    )
    const ids = new Set(answers.map(({ body }) => body.result.task_id))
    expect(ids.size).toBe(1)
    await agent.settled([...ids][0] ?? "")
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).amounts.captured).toBe(1500)
    expect(capturesOf(await orderNumber(shop_order_id))).toEqual([15])
  })

  it("never captures more than the authorized amount when many requests with different keys arrive at once [A2A-43]", async () => {
    const { payment_id, shop_order_id } = await reserved()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => agent.send("capture_payment", { payment_id, amount: 6000 }))
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const tasks = answers.flatMap(({ body }) => (body.result ? [body.result.task_id] : []))
    const ends = await Promise.all(tasks.map((task_id) => agent.settled(task_id)))
    expect(ends.filter(({ state }) => state === "completed")).toHaveLength(1)
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).amounts.captured).toBe(6000)
    expect(capturesOf(await orderNumber(shop_order_id))).toEqual([60])
  })

  it("keeps the task working while the outcome is unknown, and completes it after a look-up at the bank [BANK-43]", async () => {
    const { payment_id, shop_order_id } = await reserved()
    await fault({ scope: { times: 20 }, api: { execute_then_fail: true } })
    const { body } = await agent.send("capture_payment", { payment_id, amount: 10_000 })
    await clearFaults()
    const task_id = body.result?.task_id ?? String(body.error.data.task_id)
    expect((await agent.settled(task_id)).state).toBe("completed")
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).captures).toHaveLength(1)
    expect(capturesOf(await orderNumber(shop_order_id))).toEqual([100])
  })

  it("rejects a payment that is not authorized, and another client's payment [A2A-43]", async () => {
    const { artifacts } = await agent.createPayment()
    const open = await agent.send("capture_payment", { payment_id: artifacts.payment_id })
    expect(open.body.error.data.code).toBe("invalid_state")
    const other = await Agent.withScopes(...SCOPES)
    const foreign = await other.send("capture_payment", { payment_id: artifacts.payment_id })
    expect(foreign.body.error.data.code).toBe("payment_not_found")
    const { payment_id, shop_order_id } = await reserved()
    const { id } = await orderNumber(shop_order_id)
    await adminPost(`/admin/orders/${id}/cancel`)
    const released = await agent.send("capture_payment", { payment_id })
    expect(released.body.error.data.code).toBe("invalid_state")
  })

  it("requires its own scope [AUTH-10]", async () => {
    const { payment_id } = await reserved()
    const without = await Agent.withScopes("a2a:payments:read", "a2a:payments:refund")
    const { status, body } = await without.send("capture_payment", { payment_id })
    expect(status).toBe(403)
    expect(body.error.data).toMatchObject({ code: "scope_denied", required_scope: "a2a:payments:capture" })
  })

  it.each([
    {},
    { payment_id: "pay_1", shop_order_id: 1 },
    { payment_id: "pay_1", amount: 0 },
    { payment_id: "pay_1", amount: 1.5 },
    { payment_id: "pay_1", amount: "1500" },
    { payment_id: "pay_1", surprise: true },
    { shop_order_id: "1" },
  ])("rejects the input %j [A2A-43]", async (input) => {
    expect((await agent.send("capture_payment", input)).body.error.code).toBe(-32602)
  })
})
