import { beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { clearFaults, fault, inLedger, ledgerOf } from "../support/bank-ledger"
import { sql } from "../support/database"
import { runPlannedLookup, lookUpNow } from "../support/lookups"
import { runJob } from "../support/jobs"
import { adminFetch, capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"
import { inOwnWorld } from "../support/own-world"
import { storeLog } from "../support/store-log"

/** Has its own world, because its bank stops and starts. */
describe("a bank that does not answer", () => {
  const running = inOwnWorld()
  let agent: Agent
  let fresh_settings: unknown

  beforeAll(async () => {
    fresh_settings = await (await adminFetch("/admin/agentic-commerce/settings")).json()
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  it("does not matter for the settings of a new store: every surface is off [SRV-10]", () => {
    expect(fresh_settings).toMatchObject({
      settings: { a2a_enabled: false, ucp_enabled: false, acp_enabled: false, app_enabled: false },
    })
  })

  it("leaves the task working, and the payment settles later with one key, once [A2A-48, BANK-13, BANK-15]", async () => {
    await running().stopBank()
    const { status, body } = await agent.send("create_payment", { amount: 1500, currency: "EUR" }, "outage")
    expect(status).toBe(200)
    expect(body.error).toMatchObject({ code: -32024, data: { code: "bank_unavailable" } })
    const { task_id, payment_id } = body.error.data as unknown as { task_id: string; payment_id: string }
    expect(await agent.getTask(task_id)).toMatchObject({ state: "working", artifacts: { payment_id } })
    const key = await keyOf(payment_id)

    await running().startBank()
    await runPlannedLookup(payment_id)
    const task = await eventually(async () => {
      const now = await agent.getTask(task_id)
      return now.state === "working" ? undefined : now
    })
    expect(task.state).toBe("input-required")
    expect(await keyOf(payment_id)).toEqual(key)
    await authenticate(task.artifacts.sca_redirect_url)
    expect((await agent.settled(task_id)).state).toBe("completed")
    expect(capturesOf(await orderNumber(task.artifacts.shop_order_id))).toEqual([15])
    const { merchant_reference } = await ledgerOf(payment_id)
    expect(await inLedger("payments", merchant_reference)).toHaveLength(1)
  })

  it("and still has no payment after 15 minutes makes the task fail and its order is canceled", async () => {
    // An amount that ends in 69: the simulator never executes the call.
    const { body } = await agent.send("create_payment", { amount: 1069, currency: "EUR" })
    const { task_id, payment_id } = body.error.data as unknown as { task_id: string; payment_id: string }
    expect((await agent.getTask(task_id)).state).toBe("working")
    await sql(
      "update gw_payment set created_at = now() - interval '20 minutes', next_check_at = now() where id = $1",
      [payment_id]
    )
    await runJob("reconcile-payments")
    const task = await agent.settled(task_id)
    expect(task).toMatchObject({ state: "failed", artifacts: { error: { code: "not_executed" } } })
    expect((await orderNumber(task.artifacts.shop_order_id)).status).toBe("canceled")
  })

  it("but loses all notifications is polled for the payment, and the order is paid [BANK-17]", async () => {
    await running().stopBank()
    await running().startBank(["--manual-delivery"])
    const task = await agent.createPayment()
    await authenticate(task.artifacts.sca_redirect_url)
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
    await lookUpNow(task.artifacts.payment_id)
    await eventually(async () =>
      (await agent.getTask(task.task_id)).state === "completed" ? true : undefined
    )
    expect(capturesOf(await orderNumber(task.artifacts.shop_order_id))).toEqual([15])
  })

  it("but loses all notifications has its event list read, even for payments that are not polled [BANK-42]", async () => {
    const task = await agent.createPayment()
    await sql("update gw_payment set next_check_at = null where id = $1", [task.artifacts.payment_id])
    await authenticate(task.artifacts.sca_redirect_url)
    await runJob("catch-up-events")
    await eventually(async () =>
      (await agent.getTask(task.task_id)).state === "completed" ? true : undefined
    )
    expect(capturesOf(await orderNumber(task.artifacts.shop_order_id))).toEqual([15])
  })

  it("is logged once when it stops answering and once when it answers again, however many payments and jobs wait for it", async () => {
    const lines = async () =>
      (await storeLog()).filter((line) => /bank calls|list of events|is not reconciled/.test(line))
    const open = [await agent.createPayment(), await agent.createPayment()]
    const due = () =>
      sql("update gw_payment set next_check_at = now() where id = any($1)", [
        open.map(({ artifacts }) => artifacts.payment_id),
      ])
    await runJob("catch-up-events")
    const before = (await lines()).length
    await running().stopBank()
    for (const job of ["reconcile-payments", "catch-up-events", "reconcile-payments"]) {
      await due()
      await runJob(job)
    }
    await running().startBank()
    await due()
    await runJob("reconcile-payments")
    await runJob("catch-up-events")
    expect((await lines()).slice(before)).toEqual([
      expect.stringContaining("bank calls fail and are retried: "),
      expect.stringContaining("bank calls succeed again"),
    ])
  })

  it("but rejects reads of its event list is logged once, and once when the list can be read again", async () => {
    const lines = async () => (await storeLog()).filter((line) => /bank calls|list of events/.test(line))
    const before = (await lines()).length
    await fault({ scope: { operation: "events" }, api: { status: 500 } })
    await runJob("catch-up-events")
    await runJob("catch-up-events")
    await clearFaults()
    await runJob("catch-up-events")
    await runJob("catch-up-events")
    expect((await lines()).slice(before)).toEqual([
      expect.stringContaining("reads of the bank's list of events fail and are retried: "),
      expect.stringContaining("reads of the bank's list of events succeed again"),
    ])
  })

  it("but sends its notifications after the store has learned everything changes nothing", async () => {
    const task = await agent.createPayment()
    await authenticate(task.artifacts.sca_redirect_url)
    await lookUpNow(task.artifacts.payment_id)
    await eventually(async () =>
      (await agent.getTask(task.task_id)).state === "completed" ? true : undefined
    )
    const flushed = await fetch(`${running().world.simulator_control_url}/_sim/flush`, { method: "POST" })
    expect(flushed.status).toBe(200)
    const order = await orderNumber(task.artifacts.shop_order_id)
    expect(capturesOf(order)).toEqual([15])
    expect(order.summary).toMatchObject({ paid_total: 15, pending_difference: 0 })
    expect(timesPlaced(order)).toBe(1)
  })
})

/** The keys by which the bank knows a payment. */
const keyOf = (id: string) =>
  sql<{ idempotency_key: string }>(
    "select idempotency_key, merchant_reference from gw_payment where id = $1",
    [id]
  )
