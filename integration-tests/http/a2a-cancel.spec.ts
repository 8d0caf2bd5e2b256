import { beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { sql } from "../support/database"
import { lockTable } from "../support/table-lock"
import { clearFaults, fault, ledgerOf, performEffects } from "../support/bank-ledger"
import { orderNumber, timesPlaced } from "../support/merchant"
import { obtainTokens, refresh, registerClient, switchSurfaces } from "../support/oauth-client"
import { OfficialCaller } from "../support/official"
import { refusalsOf } from "../support/policy"
import { authenticate } from "../support/shopper"
import { slowToAct } from "../support/slow-store"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

describe("tasks/cancel", () => {
  it("voids the payment at the bank first, then ends the task and cancels the order [A2A-19, TASK-10, BANK-29]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const { body } = await agent.call("tasks/cancel", { task_id })
    expect(body.result).toMatchObject({
      task_id,
      state: "canceled",
      artifacts: { payment: { status: "canceled" } },
    })
    expect((await ledgerOf(artifacts.payment_id)).status).toBe("canceled")
    await performEffects(artifacts.payment_id)
    const order = await orderNumber(artifacts.shop_order_id)
    expect(order.status).toBe("canceled")
    expect(timesPlaced(order)).toBe(0)
    await expect(authenticate(artifacts.sca_redirect_url)).rejects.toThrow()
    expect((await agent.getTask(task_id)).state).toBe("canceled")
  })

  it("rejects a terminal task [A2A-19, TASK-05]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    const { status, body } = await agent.call("tasks/cancel", { task_id })
    expect(status).toBe(200)
    expect(body.error).toMatchObject({
      code: -32004,
      data: { code: "task_not_cancelable", task_id, state: "completed" },
    })
    expect((await ledgerOf(artifacts.payment_id)).amounts.captured).toBe(1500)
  })

  it("is rejected when the bank has already captured the payment, and the task completes [TASK-10]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await fault({ scope: { times: 1 }, ipn: { delay_ms: 3000 } })
    await authenticate(artifacts.sca_redirect_url)
    const { body } = await agent.call("tasks/cancel", { task_id })
    await clearFaults()
    expect(body.error.data.code).toBe("task_not_cancelable")
    expect((await agent.settled(task_id)).state).toBe("completed")
    expect((await ledgerOf(artifacts.payment_id)).amounts).toMatchObject({ captured: 1500, refunded: 0 })
  })

  it("gives one outcome when customer and agent act at once: payment and order agree [TASK-10]", async () => {
    for (let round = 0; round < 5; round++) {
      const { task_id, artifacts } = await agent.createPayment()
      await Promise.all([
        agent.call("tasks/cancel", { task_id }),
        authenticate(artifacts.sca_redirect_url).catch(() => undefined),
      ])
      const { state } = await agent.settled(task_id)
      await performEffects(artifacts.payment_id)
      const { amounts } = await ledgerOf(artifacts.payment_id)
      const { status } = await orderNumber(artifacts.shop_order_id)
      expect([state, amounts.captured, status]).toEqual(
        amounts.captured ? ["completed", 1500, "pending"] : ["canceled", 0, "canceled"]
      )
    }
  })

  it("returns bank_unavailable while the bank is down, and works once the bank is back [A2A-19]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await fault({ scope: { times: 50 }, api: { status: 503 } })
    const { body } = await agent.call("tasks/cancel", { task_id })
    await clearFaults()
    expect(body.error).toMatchObject({ code: -32024, data: { code: "bank_unavailable" } })
    await eventually(async () => {
      await agent.call("tasks/cancel", { task_id })
      return (await agent.getTask(task_id)).state === "canceled" ? true : undefined
    })
    expect((await ledgerOf(artifacts.payment_id)).status).toBe("canceled")
  })

  it("waits for a payment that is being created, and cancels it [A2A-19, TASK-10]", async () => {
    // The payment is stored, and its order is being placed.
    const table = await lockTable("order_line_item")
    const making = agent.createPayment()
    await table.stopped()
    // A job of the store may be what has stopped at the table, so the task may still be without its payment.
    const newest = `select id, waits_for from gw_task
      where client_id = $1 and state = 'working' and waits_for is not null order by created_at desc limit 1`
    const { id: task_id, waits_for: payment_id } = await eventually(
      async () => (await sql<{ id: string; waits_for: string }>(newest, [agent.client_id]))[0]
    )
    // The task has not been notified of its payment yet when it ends.
    const runEffectsNow = await slowToAct(payment_id, "action_required")
    const canceling = agent.call("tasks/cancel", { task_id })
    await eventually(async () => {
      const cancelRequested = "select 1 from gw_task where id = $1 and cancel_requested_at is not null"
      return (await sql(cancelRequested, [task_id])).length ? true : undefined
    })
    await table.release()
    const { artifacts, ...canceled } = (await canceling).body.result
    await runEffectsNow()
    expect(canceled).toMatchObject({ task_id, state: "canceled" })
    expect((await making).artifacts).toMatchObject({ payment_id, shop_order_id: artifacts.shop_order_id })
    expect((await ledgerOf(payment_id)).status).toBe("canceled")
    await performEffects(payment_id)
    expect((await orderNumber(artifacts.shop_order_id)).status).toBe("canceled")
  })

  it("keeps a task that was stored but not started from starting [A2A-19, TASK-10]", async () => {
    const scopes = [
      "a2a:payments:read",
      "a2a:payments:create",
      "a2a:payments:capture",
      "a2a:payments:tokenize",
    ]
    const busy = await Agent.withScopes(...scopes)
    const { task_id, artifacts } = await busy.createPayment({ capture: "manual" })
    const { payment_id } = artifacts
    await authenticate(artifacts.sca_redirect_url)
    await busy.settled(task_id)
    // Simulates that each of its tasks is canceled after it is stored and before it starts.
    await sql(`create function gw_test_cancel() returns trigger language plpgsql as
      'begin new.cancel_requested_at := now(); return new; end'`)
    await sql(`create trigger gw_test_cancel before insert on gw_task for each row
      when (new.client_id = '${busy.client_id}') execute function gw_test_cancel()`)
    try {
      const requests = [
        busy.send("create_payment", { amount: 1500, currency: "EUR" }),
        busy.send("capture_payment", { payment_id }),
        busy.send("tokenize_card", { customer_reference: "customer-7", currency: "EUR" }),
      ]
      const answers = await Promise.all(requests)
      expect(answers.map(({ body }) => body.result.state)).toEqual(["canceled", "canceled", "canceled"])
    } finally {
      await sql("drop function gw_test_cancel cascade")
    }
    const made = (table: string) => sql(`select 1 from ${table} where client_id = $1`, [busy.client_id])
    expect([await made("gw_payment"), await made("gw_card_token")]).toEqual([[expect.anything()], []])
    expect((await ledgerOf(payment_id)).captures).toEqual([])
  })

  it("requires the scope of the task's skill, checked after the gates, and audits each rejection [A2A-19, AUTH-06, AUTH-21, ERR-03]", async () => {
    const client = await registerClient()
    const scope = "a2a:payments:read a2a:payments:create"
    const { access_token, refresh_token } = await obtainTokens(client, "admin", { scope })
    const creator = Agent.withToken(access_token)
    const { task_id } = await creator.createPayment()
    const { body: narrowed } = await refresh(client, refresh_token, { scope: "a2a:payments:read" })
    const reader = Agent.withToken(String(narrowed.access_token))
    const refused = { code: "scope_denied", required_scope: "a2a:payments:create" }
    const { status, headers, body } = await reader.call("tasks/cancel", { task_id })
    expect([status, body.error.code]).toEqual([403, -32002])
    expect(body.error.data).toMatchObject(refused)
    expect(headers.get("www-authenticate")).toContain('scope="a2a:payments:create"')
    for (const [version, method] of [
      ["0.3", "tasks/cancel"],
      ["1.0", "CancelTask"],
    ] as const)
      expect((await new OfficialCaller(reader, version).call(method, { id: task_id })).status).toBe(403)
    expect(await refusalsOf(client.client_id)).toEqual({ scope_denied: 3 })
    expect((await reader.getTask(task_id)).state).toBe("input-required")
    const { body: allowed } = await creator.call("tasks/cancel", { task_id })
    expect(allowed.result).toMatchObject({ task_id, state: "canceled" })
    expect(await refusalsOf(client.client_id)).toEqual({ scope_denied: 3 })
  })

  it("returns task_not_found for another client's task [A2A-19]", async () => {
    const { task_id } = await agent.createPayment()
    const other = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    expect((await other.call("tasks/cancel", { task_id })).body.error.data.code).toBe("task_not_found")
    expect((await agent.call("tasks/cancel", {})).body.error.code).toBe(-32602)
    expect((await agent.getTask(task_id)).state).toBe("input-required")
  })
})
