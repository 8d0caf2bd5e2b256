import { beforeEach, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { clearFaults, fault } from "../support/bank-ledger"
import { funnelFor } from "../support/agents-overview"
import { sql } from "../support/database"
import { eventuallyRunning, pauseJob, runJob } from "../support/jobs"
import { adminFetch, adminGet, adminPost, orderNumber, refundsOf } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { changeSettings } from "../support/policy"
import { newEncryptionKey, newPrivateKey } from "../support/store-keys"
import { blockInserts } from "../support/table-lock"
import { world } from "../support/world"

const path = "/admin/agentic-commerce/test-run"

interface Step {
  id: string
  state: string
  code?: string
  message?: string
  advice?: string
  ms: number | null
  data?: Record<string, unknown>
}

interface Run {
  id: string
  state: string
  steps: Step[]
}

const newest = async () => (await adminGet<{ test_run: Run | null }>(path)).test_run

async function begin(): Promise<Run> {
  const response = await adminPost(path)
  expect(response.status).toBe(202)
  return ((await response.json()) as { test_run: Run }).test_run
}

/** A test run after its end. */
async function tested(): Promise<Run> {
  const { id } = await begin()
  return ended(id)
}

const ended = (id: string) => eventually(() => endOf(id))

async function endOf(id: string): Promise<Run | undefined> {
  const run = await newest()
  return run?.id === id && run.state !== "running" ? run : undefined
}

const outcomes = ({ steps }: Run) =>
  Object.fromEntries(steps.map(({ id, state, code }) => [id, [state, code]]))
const stepOf = ({ steps }: Run, id: string) => steps.find((step) => step.id === id)

/** A test run must not leave any of these behind. */
async function expectNothingLeft(): Promise<void> {
  const [left] = await sql<Record<string, number>>(`
    select (select count(*)::int from gw_oauth_client where id like '%test_run' and status <> 'revoked') as clients,
           (select count(*)::int from gw_oauth_grant where client_id like '%test_run' and revoked_at is null) as grants,
           (select count(*)::int from gw_webhook_subscription where client_id like '%test_run') as webhooks,
           (select coalesce(sum(captured_amount - refunded_amount), 0)::int from gw_payment) as money,
           (select count(*)::int from gw_payment where review_reason is not null) as reviews,
           (select count(*)::int from "order" where status <> 'canceled') as orders`)
  expect(left).toEqual({ clients: 0, grants: 0, webhooks: 0, money: 0, reviews: 0, orders: 0 })
}

describe("a test run of the store", () => {
  const running = inOwnWorld({
    GW_DEBUG: "true",
    GW_ALLOW_PRIVATE_NETWORKS: "true",
    GW_CARD_KEY: newPrivateKey(),
    GW_ENCRYPTION_KEY: newEncryptionKey(),
  })
  beforeEach(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))

  it("passes every step, and leaves no access, no captured money and no order [ADM-03]", async () => {
    expect(await adminGet(path)).toEqual({ possible: true, test_run: null })
    const run = await tested()
    expect(outcomes(run)).toEqual({
      discovery: ["passed", "found"],
      credential: ["passed", "let_in"],
      payment: ["passed", "payment_opened"],
      approval: ["passed", "paid"],
      refund: ["passed", "refunded"],
      webhook: ["passed", "pinged"],
      cleanup: ["passed", "clean"],
    })
    expect(run.state).toBe("passed")
    for (const { ms, message } of run.steps)
      expect([ms, message]).toEqual([expect.any(Number), expect.any(String)])
    const order = await orderNumber(Number(stepOf(run, "refund")?.data?.order))
    expect([order.status, refundsOf(order)]).toEqual(["canceled", [1]])
    await expectNothingLeft()
  })

  it("does not appear as an agent in lists and counts [ADM-35]", async () => {
    expect(await sql("select from gw_usage where client_id like '%test_run'")).not.toEqual([])
    expect(await funnelFor("limit=100")).toMatchObject({
      has_calls: false,
      agents: [],
      total: { searches: 0, refused: [], by_currency: [] },
    })
    for (const query of ["", "?q=test", "?status=revoked"])
      expect(await adminGet(`/admin/agentic-commerce/clients${query}`)).toMatchObject({ clients: [] })
  })

  it("runs one at a time, also when eight are requested at once, and shows no secret", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => adminPost(path)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 7 }, () => 400)])
    const during = await newest()
    expect(during?.state).toBe("running")
    const [row] = await sql<{ nonce: string }>("select nonce from gw_test_run")
    expect(await (await adminFetch(path)).text()).not.toContain(row?.nonce)
    expect((await ended(String(during?.id))).state).toBe("passed")
  })

  it("passes whatever the rules for agents are", async () => {
    const default_spending = { only_these_currencies: true, rules: [] }
    await changeSettings({ a2a_ip_allow: ["192.0.2.1"], a2a_limits: { minute: 1 }, default_spending })
    const run = await tested()
    await changeSettings({ a2a_ip_allow: [], a2a_limits: { minute: 60 }, default_spending: null })
    expect(run.state).toBe("passed")
  })

  it("reports that A2A is off, runs the other steps, and cleans up", async () => {
    await switchSurfaces({ a2a_enabled: false })
    const run = await tested()
    expect(run.state).toBe("failed")
    expect(outcomes(run)).toMatchObject({
      payment: ["failed", "surface_off"],
      approval: ["skipped", "not_reached"],
      refund: ["skipped", "not_reached"],
      webhook: ["passed", "pinged"],
      cleanup: ["passed", "clean"],
    })
    expect(stepOf(run, "payment")).toMatchObject({ data: { surface: "A2A" }, advice: expect.any(String) })
    await expectNothingLeft()
  })

  it("passes with A2A alone, without the webhook", async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: false })
    const run = await tested()
    expect(outcomes(run)).toMatchObject({
      refund: ["passed", "refunded"],
      webhook: ["skipped", "no_webhooks"],
    })
    expect(run.state).toBe("passed")
    await expectNothingLeft()
  })

  it("refunds its payment later when the bank rejects the first refund", async () => {
    await fault({ scope: { operation: "refund", times: 1 }, api: { status: 400 } })
    const run = await tested()
    expect(stepOf(run, "refund")?.state).toBe("failed")
    expect(stepOf(run, "cleanup")?.state).toBe("passed")
    await expectNothingLeft()
  })

  it("fails after five minutes when its server dies, and another server cleans it up when the refund's outcome is known", async () => {
    const refund = await blockInserts("gw_bank_operation", "new.kind = 'refund'")
    const { id } = await begin()
    await refund.stopped()
    await running().killStore()
    await refund.abort()
    await running().startStore()
    const resume = await pauseJob("end-test-runs")
    await sql("update gw_test_run set started_at = now() - interval '6 minutes'")
    await fault({ scope: { operation: "refund" }, api: { status: 503 } })
    await runJob("end-test-runs")
    expect(await endOf(id)).toBeUndefined()
    await clearFaults()
    const run = await eventuallyRunning("end-test-runs", () => endOf(id))
    await resume()
    expect(run.state).toBe("failed")
    expect(run.steps.filter(({ code }) => code === "died")).toHaveLength(1)
    await expectNothingLeft()
    expect((await tested()).state).toBe("passed")
  })
})

describe("a test run of a store that may not call private networks", () => {
  inOwnWorld({ GW_DEBUG: "true", GW_CARD_KEY: newPrivateKey(), GW_ENCRYPTION_KEY: newEncryptionKey() })

  it("reports it in the webhook step, and does not call itself", async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    const run = await tested()
    expect(stepOf(run, "webhook")).toMatchObject({
      state: "failed",
      code: "private_address",
      data: { base_url: world().base_url },
    })
    expect(stepOf(run, "refund")?.state).toBe("passed")
    await expectNothingLeft()
  })
})
