import { afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Agent } from "../support/agent"
import { ledgerOf, performEffects, restoreBank } from "../support/bank-ledger"
import { paymentOf } from "../support/merchant"
import { authorized, idOf, orderOf, paid, payingAgent } from "../support/payments"
import { act, auditOf, fiveAtOnce, statusesOf } from "../support/staff"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(() => restoreBank())

describe("a void by staff", () => {
  it("voids the authorization at the bank and in Medusa, once", async () => {
    const task = await authorized(agent)
    const answers = await fiveAtOnce(() => act(idOf(task), "void"))
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400, 400])
    expect((await ledgerOf(idOf(task))).status).toBe("voided")
    await performEffects(idOf(task))
    expect(paymentOf(await orderOf(task)).canceled_at).not.toBeNull()
    expect(await auditOf(idOf(task), "payment_void_requested")).toHaveLength(1)
    expect((await act(idOf(task), "capture")).status).toBe(400)
  })

  it("cancels a payment without customer authentication, and its order", async () => {
    const task = await agent.createPayment()
    expect(await act(idOf(task), "void")).toMatchObject({
      status: 200,
      body: { payment: { status: "canceled" } },
    })
    expect(await agent.settled(task.task_id)).toMatchObject({ state: "failed" })
    expect(await orderOf(task)).toMatchObject({ status: "canceled" })
  })

  it("is rejected after a capture, and accepts no amount", async () => {
    const task = await paid(agent)
    expect((await act(idOf(task), "void")).body.message).toBe(
      "The payment is already captured. Refund it instead."
    )
    expect((await act(idOf(task), "void", { amount: 1 })).status).toBe(400)
    expect((await ledgerOf(idOf(task))).status).toBe("captured")
  })
})
