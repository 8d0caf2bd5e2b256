import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import type { Agent } from "../support/agent"
import { fault, performEffects, restoreBank, withoutEventFeed } from "../support/bank-ledger"
import { sql } from "../support/database"
import { idOf, paid, payingAgent } from "../support/payments"
import { authenticate } from "../support/shopper"
import { act } from "../support/staff"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => restoreBank())

describe("reconciling a payment on request", () => {
  it("settles a payment whose notifications were lost, and returns its new state [ADM-09]", async () => {
    onTestFinished(await withoutEventFeed())
    await fault({ scope: { times: 20 }, ipn: { drop: true } })
    const { artifacts, task_id } = await agent.createPayment({ amount: 10_000 })
    await authenticate(artifacts.sca_redirect_url)
    const { status, body } = await act(artifacts.payment_id, "reconcile")
    expect([status, body.payment.status, body.payment.captured_amount]).toEqual([200, "captured", 10_000])
    expect(body.outcome).toBe("changed")
    expect(await agent.settled(task_id)).toMatchObject({ state: "completed" })
  })

  it("reports that nothing changed, and that the bank does not know the payment [ADM-32]", async () => {
    const task = await paid(agent)
    await performEffects(idOf(task))
    expect(await act(idOf(task), "reconcile")).toMatchObject({
      status: 200,
      body: { outcome: "unchanged", payment: { status: "captured" } },
    })
    await sql("update gw_payment set merchant_reference = 'unheard ' || id where id = $1", [idOf(task)])
    expect((await act(idOf(task), "reconcile")).body).toMatchObject({
      outcome: "not_known",
      payment: { status: "captured" },
    })
  })

  it("reports that the bank does not answer", async () => {
    const task = await paid(agent)
    await fault({ scope: { times: 40 }, api: { status: 500 } })
    expect(await act(idOf(task), "reconcile")).toMatchObject({
      status: 503,
      body: { code: "bank_unavailable" },
    })
  })
})

describe("staff actions on payments", () => {
  const unknown = `pay_${"0".repeat(24)}`

  it.each(["capture", "void", "refund", "reconcile"] as const)(
    "answer 404 to the %s of an unknown payment",
    async (what) => {
      expect((await act(unknown, what)).status).toBe(404)
    }
  )

  it.each([
    ["capture", { amount: 0 }],
    ["capture", { amount: 1.5 }],
    ["capture", { amount: "100" }],
    ["capture", { final: true }],
    ["refund", { amount: -1 }],
    ["refund", { amount: 1e12 }],
    ["refund", { reason: "" }],
    ["void", { reason: "no" }],
    ["review/resolve", {}],
    ["review/resolve", { note: " " }],
  ] as const)("reject %s with %j", async (what, body) => {
    expect((await act(unknown, what, body)).status).toBe(400)
  })
})
