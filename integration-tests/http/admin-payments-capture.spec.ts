import { afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Agent } from "../support/agent"
import { clearFaults, fault, ledgerOf, restoreBank } from "../support/bank-ledger"
import { expectBooks } from "../support/books"
import { authorized, idOf, orderOf, payingAgent } from "../support/payments"
import { act, auditOf, fiveAtOnce, paymentWithTimeline, statusesOf } from "../support/staff"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => restoreBank())

describe("a capture by staff", () => {
  it("captures in parts: bank, order and transactions agree, and the audit log names the staff member [ADM-08]", async () => {
    const task = await authorized(agent)
    const part = await act(idOf(task), "capture", { amount: 2500 })
    expect(part).toMatchObject({
      status: 200,
      body: { is_pending: false, payment: { status: "partially_captured", captured_amount: 2500 } },
    })
    expect((await paymentWithTimeline(idOf(task))).movable).toMatchObject({
      capture: 7500,
      refund: 2500,
      void: false,
    })
    const rest = await act(idOf(task), "capture")
    expect(rest.body.payment).toMatchObject({ status: "captured", captured_amount: 10_000 })
    await expectBooks(task, [25, 75])
    expect(await orderOf(task)).toMatchObject({ payment_status: "captured" })
    expect(await auditOf(idOf(task), "payment_capture_requested")).toMatchObject([
      { actor_type: "user", actor_id: expect.stringMatching(/^user_/) as string, detail: { amount: 7500 } },
      { detail: { amount: 2500, currency: "EUR" } },
    ])
  })

  it("captures once when five requests arrive at once [ADM-08]", async () => {
    const task = await authorized(agent)
    const answers = await fiveAtOnce(() => act(idOf(task), "capture"))
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body.message).toBe("The payment is already captured completely.")
    await expectBooks(task, [100])
    expect((await ledgerOf(idOf(task))).captures).toHaveLength(1)
  })

  it("captures once for an idempotency key sent five times at once, and returns the same answer", async () => {
    const task = await authorized(agent)
    const answers = await fiveAtOnce(() => act(idOf(task), "capture", { amount: 1000 }, `key-${idOf(task)}`))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { payment: { captured_amount: 1000 } } })
    await expectBooks(task, [10])
    const other = await act(idOf(task), "capture", { amount: 2000 }, `key-${idOf(task)}`)
    expect(other).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } })
    expect((await act(idOf(task), "capture", {}, "a key")).status).toBe(400)
  })

  it("is rejected with the reason beyond the authorized amount and without an authorization", async () => {
    const task = await authorized(agent)
    const more = await act(idOf(task), "capture", { amount: 10_001 })
    expect(more).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: "The amount exceeds the remaining authorized amount." },
    })
    const open = await agent.createPayment()
    expect((await act(idOf(open), "capture")).body.message).toBe(
      "The payment has no authorized amount, so there is nothing to capture."
    )
    expect((await ledgerOf(idOf(task))).amounts.captured).toBe(0)
  })

  it("is pending while its outcome is unknown, blocks other captures, and completes after a look-up at the bank", async () => {
    const task = await authorized(agent)
    await fault({ scope: { times: 40 }, api: { execute_then_fail: true }, ipn: { drop: true } })
    const accepted = await act(idOf(task), "capture", { amount: 4000 })
    expect(accepted).toMatchObject({ status: 202, body: { is_pending: true } })
    const again = await act(idOf(task), "capture", { amount: 4000 })
    expect(again).toMatchObject({
      status: 503,
      body: { message: "The outcome of an earlier capture is not known yet. Try again later." },
    })
    await clearFaults()
    const { body } = await act(idOf(task), "reconcile")
    expect(body.payment).toMatchObject({ captured_amount: 4000 })
    await expectBooks(task, [40])
  })
})
