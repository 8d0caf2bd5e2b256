import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { approvalsOf, decided, waitingOf } from "../support/approvals"
import { clearFaults, fault, ledgerOf, performEffects } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { resolveUncertainCalls } from "../support/lookups"
import { runJobAlone } from "../support/jobs"
import { switchSurfaces } from "../support/oauth-client"
import { OfficialCaller, WIRES, type WireVersion } from "../support/official"
import { AS_NEW, changeSettings } from "../support/policy"
import { CARDS, authenticate } from "../support/shopper"
import { adjustmentsOf, orderThroughUcp, readOrder, refundIn, stockUp } from "../support/ucp-orders"

/** What staff write for themselves. */
const NOTE = "Third refund this month: watch this customer"

let agent: Agent
let shopper: Buyer

beforeAll(async () => {
  await openCatalog()
  await stockUp()
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:refund")
  shopper = await Buyer.forCustomer()
})
beforeEach(() => changeSettings({ refunds: { staff_clients: "approval" } }))
afterEach(async () => {
  await clearFaults()
  await changeSettings({ refunds: AS_NEW.refunds })
})
afterAll(closeCatalog)

/** A paid payment, and the task of a refund of 25.50 EUR that waits for approval. */
async function requested(card?: string) {
  const { task_id, artifacts } = await agent.createPayment({ amount: 10_000 })
  await authenticate(artifacts.sca_redirect_url, "approve", card)
  await agent.settled(task_id)
  const { payment_id } = artifacts
  await performEffects(payment_id)
  const { body } = await agent.send("refund_payment", { payment_id, amount: 2550 })
  expect(body.result.state).toBe("input-required")
  return { payment_id, task_id: body.result.task_id, ...(await approvalNow(agent)) }
}

const approvalNow = async ({ client_id }: { client_id: string }) => ({
  approval_id: (await waitingOf(client_id)).id,
})

const approve = (id: string) => decided(id, "approve", { note: NOTE })

/** Waits until the refund of a payment has this status in the store. */
const operationIs = (payment_id: string, status: string) =>
  eventually(async () => {
    const refund = "select 1 from gw_bank_operation where payment_id = $1 and kind = 'refund' and status = $2"
    return (await sql(refund, [payment_id, status]))[0]
  })

/** Approves a refund while the bank does not answer. The bank then answers, and does not know the refund. */
async function approveUnexecuted(payment_id: string, approval_id: string): Promise<void> {
  await fault({ scope: { operation: "refund" }, api: { status: 503 } })
  await approve(approval_id)
  await operationIs(payment_id, "unknown")
  await clearFaults()
  await sql(
    "update gw_bank_operation set created_at = created_at - interval '1 hour' where payment_id = $1",
    [payment_id]
  )
  await resolveUncertainCalls(payment_id)
  await operationIs(payment_id, "refused")
  await runJobAlone("end-interrupted")
}

const failureOf = async (client_id: string, id: string) =>
  (await approvalsOf(client_id)).find((approval) => approval.id === id)?.failure_code

describe("an approved refund_payment that the bank does not execute", () => {
  it("fails its task when the outcome was unknown, and staff see why [RFD-20]", async () => {
    const { payment_id, task_id, approval_id } = await requested()
    await approveUnexecuted(payment_id, approval_id)
    expect(await agent.getTask(task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "not_executed" }, approval: { status: "approved" } },
    })
    expect(await failureOf(agent.client_id, approval_id)).toBe("not_executed")
    expect((await ledgerOf(payment_id)).refunds).toEqual([])
  })

  it("fails its task when the bank refuses, and staff see why [RFD-20]", async () => {
    const { payment_id, task_id, approval_id } = await requested()
    await fault({ scope: { operation: "refund" }, api: { status: 422 } })
    await approve(approval_id)
    const { state, artifacts } = await agent.settled(task_id)
    expect([state, artifacts.error?.code]).toEqual(["failed", "invalid_state"])
    await eventually(async () => (await failureOf(agent.client_id, approval_id)) ?? undefined)
    await runJobAlone("end-interrupted")
    expect(await failureOf(agent.client_id, approval_id)).toBe("invalid_state")
    expect((await ledgerOf(payment_id)).refunds).toEqual([])
  })

  it("fails its task when the bank accepts the refund and then fails, and staff see why [RFD-20]", async () => {
    const { payment_id, task_id, approval_id } = await requested(CARDS.refund_fails)
    await approve(approval_id)
    const { state, artifacts } = await agent.settled(task_id)
    expect([state, artifacts.error?.code]).toEqual(["failed", "refund_failed"])
    await performEffects(payment_id)
    await runJobAlone("end-interrupted")
    expect(await failureOf(agent.client_id, approval_id)).toBe("refund_failed")
  })

  it("is tried again after a temporary refusal, and does not fail meanwhile [RFD-20]", async () => {
    const { payment_id, task_id, approval_id } = await requested()
    await fault({ scope: { operation: "refund" }, api: { status: 429 } })
    await approve(approval_id)
    await operationIs(payment_id, "refused")
    await runJobAlone("end-interrupted")
    expect((await agent.getTask(task_id)).state).toBe("input-required")
    await clearFaults()
    await sql("update gw_approval set begin_at = now() where id = $1 and begin_at is not null", [approval_id])
    expect((await agent.settled(task_id)).state).toBe("completed")
    expect((await ledgerOf(payment_id)).refunds.map(({ amount }) => amount)).toEqual([2550])
  })
})

it("a refund of an order that the bank does not execute after the approval is shown as failed [RFD-20]", async () => {
  const bought = await orderThroughUcp(shopper)
  await refundIn(shopper, shopper.send(`/orders/${bought.id}/refund`, { body: { amount: 250 } }))
  const { approval_id } = await approvalNow(shopper)
  await approveUnexecuted(bought.payment_id, approval_id)
  expect(await failureOf(shopper.client_id, approval_id)).toBe("not_executed")
  const order = await readOrder(shopper, bought.id)
  expect(adjustmentsOf(order, "refund")).toMatchObject([
    {
      status: "failed",
      description: "The merchant has approved the refund, but the bank has not executed it.",
    },
  ])
})

describe("the note of a decision", () => {
  it("is shown to staff only, not in the agent's task [RFD-21]", async () => {
    const { task_id, approval_id } = await requested()
    expect(await decided(approval_id, "refuse", { note: NOTE })).toMatchObject({ note: NOTE })
    const task = await agent.getTask(task_id)
    expect(task.state).toBe("failed")
    expect(JSON.stringify(task)).not.toContain("customer")
  })

  it("is shown to staff only, not in the agent's order [RFD-21]", async () => {
    const bought = await orderThroughUcp(shopper)
    await refundIn(shopper, shopper.send(`/orders/${bought.id}/refund`, { body: { amount: 250 } }))
    await decided((await approvalNow(shopper)).approval_id, "refuse", { note: NOTE })
    const order = await readOrder(shopper, bought.id)
    expect(adjustmentsOf(order, "refund")).toMatchObject([
      { status: "failed", description: "The merchant has rejected the refund." },
    ])
    expect(JSON.stringify(order)).not.toContain(NOTE)
  })
})

describe.each(Object.keys(WIRES) as WireVersion[])("the status message of a refund, in %s", (version) => {
  it("says that the merchant must approve the refund, and then that the bank executes it [RFD-22]", async () => {
    const { payment_id, task_id, approval_id } = await requested()
    const caller = new OfficialCaller(agent, version)
    const shown = async () => JSON.stringify((await caller.task(WIRES[version].get, { id: task_id })).status)
    expect(await shown()).toContain("The merchant must approve the refund.")
    await fault({ scope: { operation: "refund" }, api: { status: 503 } })
    await approve(approval_id)
    await operationIs(payment_id, "unknown")
    expect(await shown()).toContain("The merchant has approved the refund. The bank is executing it")
    await clearFaults()
    await resolveUncertainCalls(payment_id)
    expect((await agent.settled(task_id)).state).toBe("completed")
  })
})
