import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Agent, eventually } from "../support/agent"
import { callsSince, clearFaults, fault, hasPendingEffect } from "../support/bank-ledger"
import { expectBooks } from "../support/books"
import { sql } from "../support/database"
import { captureInAdmin, refundInAdmin, refundsOf } from "../support/merchant"
import { resolveUncertainCalls, readEventsAgain, disablePolling } from "../support/lookups"
import { eventuallyRunning } from "../support/jobs"
import { inOwnWorld } from "../support/own-world"
import { orderOf, paid, payingAgent } from "../support/payments"
import { tracePayment } from "../support/staff"

inOwnWorld()

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(async () => {
  await clearFaults()
  await readEventsAgain()
})

describe("a bank that executes a call without a valid answer", () => {
  it("opens a payment once when two of its answers are lost", async () => {
    await fault({ scope: { operation: "create", times: 2 }, api: { execute_then_fail: true } })
    const task = await paid(agent)
    await expectBooks(task, [100])
  })

  it.each([{ unsigned_response: true }, { wrong_rjt: true }])("is called again when %o", async (api) => {
    const last = (await callsSince()).at(-1)?.seq
    await fault({ scope: { operation: "create", times: 1 }, api })
    await expectBooks(await paid(agent), [100])
    const calls = (await callsSince(last)).map(({ method, path }) => `${method} ${path}`)
    expect(calls.filter((call) => call === "POST /gwb/v1/payments")).toHaveLength(2)
  })

  it.each([
    ["breaks off", { execute_then_fail: true }],
    ["never answers", { execute_then_fail: true, hang: true }],
  ])("opens, captures and refunds once when it executes and then %s [BANK-43]", async (_, api) => {
    await fault({ scope: { operation: "create", times: 1 }, api })
    const task = await paid(agent, { capture: "manual" })
    await fault({ scope: { operation: "capture", times: 1 }, api })
    expect((await captureInAdmin(await orderOf(task), 100)).status).toBe(200)
    await fault({ scope: { operation: "refund", times: 1 }, api })
    expect((await refundInAdmin(await orderOf(task), 40)).status).toBe(200)
    const { payment_id } = task.artifacts
    // The pause after each call must pass by itself here, because the query below checks it.
    await eventuallyRunning(
      "settle-leftovers",
      async () => !(await hasPendingEffect(payment_id)) || undefined
    )
    await expectBooks(task, [100], [40])
    const hurried = await sql(
      `select 1 from gw_effect e join gw_bank_operation o on o.merchant_reference = e.movement ->> 'merchant_reference'
        where e.payment_id = $1 and e.done_at < o.updated_at`,
      [payment_id]
    )
    expect(hurried).toEqual([])
  })

  it("has refunded once although no response arrived, and a query updates Medusa [BANK-43]", async () => {
    const task = await paid(agent)
    await disablePolling(task.artifacts.payment_id)
    await fault({ ipn: { drop: true } })
    await fault({ scope: { operation: "refund", times: 4 }, api: { execute_then_fail: true } })
    const answer = await refundInAdmin(await orderOf(task), 40)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining("not known yet"),
    ])
    await resolveUncertainCalls(task.artifacts.payment_id)
    await eventually(async () => (refundsOf(await orderOf(task)).length ? true : undefined))
    await expectBooks(task, [100], [40])
  })

  it.each([
    ["a capture", { capture: "manual" }, captureInAdmin, [40], []],
    ["a refund", {}, refundInAdmin, [100], [40]],
  ] as const)(
    "is believed when its notification reports %s, although no response arrived [BANK-43]",
    async (operation, input, act, captured, refunded) => {
      const task = await paid(agent, input)
      const api = { execute_then_fail: true }
      await fault({ scope: { operation: operation.split(" ")[1], times: 4 }, api })
      expect((await act(await orderOf(task), 40)).status).toBe(200)
      await expectBooks(task, [...captured], [...refunded])
      expect((await tracePayment(task.artifacts.payment_id)).operations).toMatchObject([{ status: "done" }])
    }
  )

  it("is requested once: while one refund is uncertain, no other starts [BANK-43]", async () => {
    const task = await paid(agent)
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
    await eventuallyRunning("reconcile-payments", async () =>
      (await refundInAdmin(await orderOf(task), 40)).status === 200 ? true : undefined
    )
    await expectBooks(task, [100], [40])
  })
})
