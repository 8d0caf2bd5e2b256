import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { readLedger } from "../../chaos/audit/bank"
import type { Agent, Task } from "../support/agent"
import { callsSince, clearFaults, fault, performEffects } from "../support/bank-ledger"
import { sql } from "../support/database"
import { resolveUncertainCalls } from "../support/lookups"
import { capturesOf, refundsOf } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { orderOf } from "../support/payments"
import { openRedsysToAgent, redsysStore, shopAtRedsys } from "../support/redsys-store"
import { world } from "../support/world"

const own = inOwnWorld(redsysStore())

let agent: Agent
beforeAll(async () => void (agent = await openRedsysToAgent(own())))
afterEach(clearFaults)

async function paid(capture: "manual" | "automatic"): Promise<Task> {
  const task = await agent.createPayment({ amount: 10_000, ...(capture === "manual" && { capture }) })
  await shopAtRedsys(task)
  return agent.settled(task.task_id)
}

/** Requests a capture or refund while Redsys' next one fails. Returns its task, and the number of calls since then. */
async function failing(kind: "capture" | "refund", task: Task, api: object) {
  const { payment_id } = task.artifacts
  const before = (await callsSince()).length
  await fault({ scope: { operation: kind, times: 1 }, api })
  const { body } = await agent.send(`${kind}_payment`, { payment_id, amount: 10_000 })
  expect(body.error).toMatchObject({ data: { code: "bank_unavailable" } })
  const task_id = String((body.error?.data as { task_id?: string }).task_id)
  const sent = async () =>
    (await callsSince()).slice(before).filter(({ path }) => path === "/sis/rest/trataPeticionREST").length
  return { task_id, sent }
}

/** Expects these captures and refunds, in major units of euro, at Redsys and in Medusa, each once. */
async function expectBooks(task: Task, captured: number[], refunded: number[] = []): Promise<void> {
  const { payment_id } = task.artifacts
  await performEffects(payment_id)
  const order = await orderOf(task)
  expect([capturesOf(order), refundsOf(order)]).toEqual([captured, refunded])
  const query = "select merchant_reference from gw_payment where id = $1"
  const [row] = await sql<{ merchant_reference: string }>(query, [payment_id])
  const ledger = await readLedger(world().simulator_control_url)
  const payment = ledger.find(({ merchant_reference }) => merchant_reference === row?.merchant_reference)
  const amounts = (movements: readonly { amount: number }[] = []) =>
    movements.map(({ amount }) => amount / 100)
  expect([amounts(payment?.captures), amounts(payment?.refunds)]).toEqual([captured, refunded])
}

const EXECUTED = [
  ["an error after the execution", { execute_then_fail: true }],
  ["a result without a signature", { unsigned_response: true }],
] as const

const NOT_EXECUTED = [
  ["an error", { status: 503 }],
  ["a closed connection", { reset: true }],
] as const

describe("a call to Redsys that is answered with a fault [REDSYS-05]", () => {
  it.each(EXECUTED)("is found after %s if it is a capture, and not sent again", async (_, api) => {
    const task = await paid("manual")
    const { task_id, sent } = await failing("capture", task, api)
    await resolveUncertainCalls(task.artifacts.payment_id)
    expect(await agent.settled(task_id)).toMatchObject({ state: "completed" })
    await expectBooks(task, [100])
    expect(await sent()).toBe(1)
  })

  it.each(EXECUTED)("is found after %s if it is a refund, and not sent again", async (_, api) => {
    const task = await paid("automatic")
    const { task_id, sent } = await failing("refund", task, api)
    await resolveUncertainCalls(task.artifacts.payment_id)
    expect(await agent.settled(task_id)).toMatchObject({ state: "completed" })
    await expectBooks(task, [100], [100])
    expect(await sent()).toBe(1)
  })

  it.each(NOT_EXECUTED)(
    "is sent again after %s if it is a capture, which moves money once",
    async (_, api) => {
      const task = await paid("manual")
      const { task_id, sent } = await failing("capture", task, api)
      await resolveUncertainCalls(task.artifacts.payment_id)
      expect(await agent.settled(task_id)).toMatchObject({ state: "completed" })
      await expectBooks(task, [100])
      expect(await sent()).toBe(2)
    }
  )

  it.each(NOT_EXECUTED)(
    "ends as not executed after %s if it is a refund, and is not sent again",
    async (_, api) => {
      const task = await paid("automatic")
      const { task_id, sent } = await failing("refund", task, api)
      await sql(
        "update gw_bank_operation set created_at = created_at - interval '3 minutes' where payment_id = $1",
        [task.artifacts.payment_id]
      )
      await resolveUncertainCalls(task.artifacts.payment_id)
      expect(await agent.settled(task_id)).toMatchObject({
        state: "failed",
        artifacts: { error: { code: "not_executed" } },
      })
      await expectBooks(task, [100])
      expect(await sent()).toBe(1)
    }
  )
})
