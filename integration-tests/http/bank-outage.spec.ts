import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { sql } from "../support/database"
import { adminFetch, capturesOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"
import { type RunningWorld, startWorld } from "../support/start-world"

/** A world of its own, because its bank goes away and comes back. */
describe("a bank that does not answer", () => {
  const shared = process.env.GW_TEST_WORLD
  let running: RunningWorld
  let agent: Agent
  let fresh_settings: unknown

  beforeAll(async () => {
    running = await startWorld()
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
    fresh_settings = await (await adminFetch("/admin/agentic-commerce/settings")).json()
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  afterAll(async () => {
    process.env.GW_TEST_WORLD = shared
    await running?.stop()
  })

  it("finds both surfaces off in a new store [SRV-10]", () => {
    expect(fresh_settings).toMatchObject({ settings: { a2a_enabled: false, ucp_enabled: false } })
  })

  it("leaves the task working, tells the caller so, and settles later, with one key and one payment [A2A-48, BANK-13, BANK-15]", async () => {
    await running.stopBank()
    const { status, body } = await agent.send("create_payment", { amount: 1500, currency: "EUR" }, "outage")
    expect(status).toBe(200)
    expect(body.error).toMatchObject({ code: -32024, data: { code: "bank_unavailable" } })
    const { task_id, payment_id } = body.error.data as unknown as { task_id: string; payment_id: string }
    expect(await agent.getTask(task_id)).toMatchObject({ state: "working", artifacts: { payment_id } })
    const key = await keyOf(payment_id)

    await running.startBank()
    const task = await eventually(async () => {
      const now = await agent.getTask(task_id)
      return now.state === "working" ? undefined : now
    }, 50)
    expect(task.state).toBe("input-required")
    expect(await keyOf(payment_id)).toEqual(key)
    await prove(task.artifacts.sca_redirect_url)
    expect((await agent.settled(task_id)).state).toBe("completed")
    expect(capturesOf(await orderNumber(task.artifacts.shop_order_id))).toEqual([15])
    const response = await fetch(`${running.world.simulator_control_url}/_sim/payments`)
    expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(1)
  })
})

/** What the bank knows our intent by. */
const keyOf = (id: string) =>
  sql<{ idempotency_key: string }>(
    "select idempotency_key, merchant_reference from gw_payment where id = $1",
    [id]
  )
