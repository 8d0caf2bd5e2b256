import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { clearFaults, fault, ledgerOf, nothingOwed, turn } from "../support/bank-ledger"
import { sql } from "../support/database"
import {
  captureInAdmin,
  capturesOf,
  orderNumber,
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
afterEach(() => clearFaults())

const orderOf = ({ artifacts }: Task) => orderNumber(artifacts.shop_order_id)

async function paid(input: Record<string, unknown> = {}): Promise<Task> {
  const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, ...input })
  await prove(artifacts.sca_redirect_url)
  return agent.settled(task_id)
}

/** The bank, the store and the books say the same, each thing once. */
async function expectBooks(task: Task, captured: number[], refunded: number[] = []): Promise<void> {
  await nothingOwed(task.artifacts.payment_id)
  const { amounts } = await ledgerOf(task.artifacts.payment_id)
  const order = await orderOf(task)
  const sum = (major: number[]) => Math.round(major.reduce((a, b) => a + b, 0) * 100)
  expect([amounts.captured, amounts.refunded]).toEqual([sum(captured), sum(refunded)])
  expect(capturesOf(order).sort()).toEqual(captured)
  expect(refundsOf(order).sort()).toEqual(refunded)
  const transactions = await sql<{ amount: string }>(
    "select amount from order_transaction where order_id = $1",
    [order.id]
  )
  expect(transactions.map(({ amount }) => Number(amount)).sort()).toEqual(
    [...captured, ...refunded.map((amount) => -amount)].sort()
  )
}

describe("a notification that the network treats badly", () => {
  it.each([
    ["comes before the answer to the call that caused it", { before_response: true }],
    ["comes five times", { duplicate: 4 }],
  ])("%s, and settles once", async (_, ipn) => {
    await fault({ ipn })
    const task = await paid()
    expect(task.state).toBe("completed")
    await expectBooks(task, [100])
    expect(timesPlaced(await orderOf(task))).toBe(1)
  })

  it("overtakes another one, and both are taken: a capture is heard of before its authorisation", async () => {
    await fault({ scope: { times: 2 }, ipn: { reorder_window: 2 } })
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, capture: "manual" })
    await prove(artifacts.sca_redirect_url)
    await sql("update gw_payment set next_check_at = null where id = $1", [artifacts.payment_id])
    await turn("flush")
    const task = await agent.settled(task_id)
    expect((await captureInAdmin(await orderOf(task), 100)).status).toBe(200)
    await turn("flush")
    await expectBooks(task, [100])
  })

  const TAKEN = ["unknown_reference", "version_regress"]
  const HELD = ["amount_mismatch", "currency_mismatch"]
  it.each([
    ...[
      "bad_signature",
      "foreign_key",
      "unknown_kid",
      "stale",
      "future",
      "wrong_aud",
      "wrong_htu",
      "wrong_typ",
    ],
    ...["tampered_body", "reserialised", "replay_jti", "alg_none", "hs256", "unsigned"],
    ...TAKEN,
  ])("is forged (%s), settles nothing, and the genuine one does", async (forge) => {
    await fault({ scope: { times: 1 }, ipn: { forge } })
    const task = await agent.createPayment({ amount: 10_000 })
    await sql("update gw_payment set next_check_at = null where id = $1", [task.artifacts.payment_id])
    await prove(task.artifacts.sca_redirect_url)
    // A lie the store has taken counts as delivered: the truth is then learned by asking.
    if (TAKEN.includes(forge))
      await sql("update gw_payment set next_check_at = now() where id = $1", [task.artifacts.payment_id])
    await expectBooks(await agent.settled(task.task_id, 30), [100])
  })

  it.each(HELD)("is signed but untrue (%s), settles nothing and is held for review", async (forge) => {
    await fault({ scope: { times: 1 }, ipn: { forge } })
    const task = await agent.createPayment({ amount: 10_000 })
    await prove(task.artifacts.sca_redirect_url)
    await eventually(async () => ((await statusOf(task)) === "manual_review" ? true : undefined))
    expect(capturesOf(await orderOf(task))).toEqual([])
  })
})

describe("a bank that acts and does not say so", () => {
  it.each([1, 2])("opens a payment once when %i of its answers are lost", async (times) => {
    await fault({ scope: { operation: "create", times }, api: { execute_then_fail: true } })
    const task = await paid()
    await expectBooks(task, [100])
  })

  it.each([{ unsigned_response: true }, { wrong_rjt: true }])(
    "is not believed when %o, and asked again",
    async (api) => {
      await fault({ scope: { operation: "create", times: 1 }, api })
      await expectBooks(await paid(), [100])
    }
  )

  it("captures and refunds once when an answer is lost [BANK-43]", async () => {
    const task = await paid({ capture: "manual" })
    await fault({ scope: { operation: "capture", times: 1 }, api: { execute_then_fail: true } })
    expect((await captureInAdmin(await orderOf(task), 100)).status).toBe(200)
    await fault({ scope: { operation: "refund", times: 1 }, api: { execute_then_fail: true } })
    expect((await refundInAdmin(await orderOf(task), 40)).status).toBe(200)
    await expectBooks(task, [100], [40])
  })

  it("has refunded once although no answer ever came, and Medusa learns it by asking [BANK-43]", async () => {
    const task = await paid()
    await fault({ scope: { operation: "refund", times: 4 }, api: { execute_then_fail: true } })
    const answer = await refundInAdmin(await orderOf(task), 40)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining("not known yet"),
    ])
    await eventually(async () => (refundsOf(await orderOf(task)).length ? true : undefined), 50)
    await expectBooks(task, [100], [40])
  })

  it("is not asked for the same thing twice: while one refund is open, no other begins [BANK-43]", async () => {
    const task = await paid()
    await fault({ scope: { operation: "refund", times: 4 }, api: { status: 503 } })
    expect((await refundInAdmin(await orderOf(task), 40)).status).toBe(400)
    await clearFaults()
    const second = await refundInAdmin(await orderOf(task), 40)
    expect(((await second.json()) as { message: string }).message).toContain("earlier call")
    await sql(
      `update gw_bank_operation set created_at = now() - interval '5 minutes', updated_at = now() - interval '5 minutes'
        where payment_id = $1`,
      [task.artifacts.payment_id]
    )
    await eventually(
      async () => ((await refundInAdmin(await orderOf(task), 40)).status === 200 ? true : undefined),
      30
    )
    await expectBooks(task, [100], [40])
  })
})

describe("what begins at the bank", () => {
  it("is mirrored: a refund from the bank's own desk is one refund of the order [BANK-44]", async () => {
    const task = await paid()
    await turn("refund", { payment_id: (await ledgerOf(task.artifacts.payment_id)).id, amount: 2550 })
    await eventually(async () => (refundsOf(await orderOf(task)).length ? true : undefined), 20)
    await expectBooks(task, [100], [25.5])
  })

  it.each(["overlap", "abrupt"])("goes on when the bank changes its key (%s)", async (mode) => {
    await turn("rotate-key", { mode })
    await expectBooks(await paid(), [100])
  })
})

async function statusOf({ artifacts }: Task): Promise<unknown> {
  const { body } = await agent.send("query_payment_status", { payment_id: artifacts.payment_id })
  return body.result.artifacts.payment.status
}
