import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { allow } from "../support/approvals"
import { performEffects } from "../support/bank-ledger"
import { createSavedCard } from "../support/cards"
import { sql } from "../support/database"
import { lockTable } from "../support/table-lock"
import { adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { OfficialCaller, skillMessage, WIRES } from "../support/official"
import { changeSettings, refusalsOf, setRules } from "../support/policy"
import { CARDS, authenticate } from "../support/shopper"
import { world } from "../support/world"

const SCOPES = ["read", "create", "refund", "tokenize"].map((right) => `a2a:payments:${right}`)
const EUR = "EUR"

let agent: Agent
beforeAll(() => switchSurfaces({ a2a_enabled: true }))
beforeEach(async () => {
  agent = await Agent.withScopes(...SCOPES)
})

const pay = (amount: number, more: object = {}, key?: string) =>
  agent.send("create_payment", { amount, currency: EUR, ...more }, key)

/** The number of the client's tasks and payments, and of all orders. */
async function written() {
  const [rows] = await sql<{ tasks: number; payments: number; orders: number }>(
    `select (select count(*)::int from gw_task where client_id = $1) as tasks,
            (select count(*)::int from gw_payment where client_id = $1) as payments,
            (select count(*)::int from "order") as orders`,
    [agent.client_id]
  )
  return rows
}

const limit = (data: object) => ({ code: -32025, data: { code: "spending_limit", ...data } })

describe("a client's spending rules", () => {
  it("reject more than the limit per payment and accept the limit itself: no task, order or payment is created [ADM-14]", async () => {
    await allow(agent.client_id, { max_per_payment: 2000 })
    const before = await written()
    const { status, body } = await pay(2001)
    expect([status, body.error]).toMatchObject([
      200,
      limit({ limit: "per_payment", currency: EUR, max: 2000 }),
    ])
    expect(await written()).toEqual(before)
    expect(await refusalsOf(agent.client_id)).toEqual({ spending_limit: 1 })
    expect((await pay(2000)).body.result.state).toBe("input-required")
  })

  it("reject more than is left of the limit per day, which covers the last 24 hours", async () => {
    await allow(agent.client_id, { max_per_day: 3000 })
    const { body } = await pay(2000)
    expect((await pay(1001)).body.error).toMatchObject(
      limit({ limit: "per_day", currency: EUR, max: 3000, left: 1000 })
    )
    expect((await pay(1000)).body.result.state).toBe("input-required")
    expect((await pay(1)).body.error.data).toMatchObject({ left: 0 })
    await sql("update gw_payment set created_at = now() - interval '24 hours 1 second' where id = $1", [
      body.result.artifacts.payment_id,
    ])
    expect((await pay(2001)).body.error.data).toMatchObject({ left: 2000 })
    expect((await pay(2000)).body.result.state).toBe("input-required")
  })

  it("free the budget of failed and canceled payments, and not of refunded ones", async () => {
    await allow(agent.client_id, { max_per_day: 2000 })
    const declined = await agent.createPayment({ amount: 2000 })
    await authenticate(declined.artifacts.sca_redirect_url, "approve", CARDS.do_not_honor)
    expect((await agent.settled(declined.task_id)).state).toBe("failed")
    const canceled = await agent.createPayment({ amount: 2000 })
    await agent.call("tasks/cancel", { task_id: canceled.task_id })
    const { task_id, artifacts } = await agent.createPayment({ amount: 2000 })
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    const refund = await agent.send("refund_payment", { payment_id: artifacts.payment_id })
    expect((await agent.settled(refund.body.result.task_id)).state).toBe("completed")
    await performEffects(artifacts.payment_id)
    expect((await pay(1)).body.error.data).toMatchObject({ limit: "per_day", left: 0 })
  })

  it("apply per currency; a currency without a rule is unlimited unless only currencies with rules are allowed", async () => {
    await allow(agent.client_id, { max_per_payment: 1000, max_per_day: 1000 })
    expect((await pay(1000)).body.result.state).toBe("input-required")
    expect((await pay(5000, { currency: "RON" })).body.result.state).toBe("input-required")
    await allow(agent.client_id, { max_per_day: 2000 })
    expect((await pay(1000)).body.result.state).toBe("input-required")
    await allow(agent.client_id, {}, { only_these_currencies: true })
    expect((await pay(5000, { currency: "RON" })).body.error).toMatchObject(
      limit({ limit: "currency", currency: "RON" })
    )
    expect((await pay(9_999_999)).body.result.state).toBe("input-required")
  })

  it("apply to charges of a saved card, and not to saving a card", async () => {
    const { token_id } = await createSavedCard(agent)
    await allow(agent.client_id, { max_per_payment: 1500, max_per_day: 2000 })
    const charge = (amount: number) => agent.send("recurrent_charge", { token_id, amount, currency: EUR })
    expect((await charge(1501)).body.error.data).toMatchObject({ limit: "per_payment", max: 1500 })
    expect((await charge(1500)).body.result.state).toBe("completed")
    expect((await charge(501)).body.error.data).toMatchObject({ limit: "per_day", left: 500 })
    expect((await createSavedCard(agent)).status).toBe("active")
  })

  it.each(["0.3", "1.0"] as const)("apply to A2A %s", async (version) => {
    await allow(agent.client_id, { max_per_payment: 1500 })
    const caller = new OfficialCaller(agent, version)
    const send = (amount: number) =>
      caller.call(WIRES[version].send, {
        message: skillMessage(version, "create_payment", { amount, currency: EUR }),
      })
    const { status, body } = await send(1501)
    expect([status, body.error?.code]).toEqual([200, -32025])
    expect(JSON.stringify(body.error?.data)).toContain("per_payment")
    expect((await send(1500)).body.error).toBeUndefined()
  })

  it("of one client do not apply to another", async () => {
    await allow(agent.client_id, { max_per_payment: 1, max_per_day: 1 })
    const other = await Agent.withScopes(...SCOPES)
    expect((await other.createPayment({ amount: 5000 })).state).toBe("input-required")
  })

  it("return the task of a used key, also when no budget is left", async () => {
    await allow(agent.client_id, { max_per_day: 1500 })
    const first = await pay(1500, {}, "once")
    expect((await pay(1500, {}, "once")).body.result).toEqual(first.body.result)
    expect(await refusalsOf(agent.client_id)).toEqual({})
    expect((await pay(1500, {}, "twice")).body.error.data.code).toBe("spending_limit")
  })

  it("let 20 simultaneous calls start no more than the limit per day, in payments and in orders [ADM-14]", async () => {
    await allow(agent.client_id, { max_per_day: 7000 })
    const before = await written()
    // One more payment fits, so two calls that pass at once exceed the limit.
    const first = await Promise.all(Array.from({ length: 6 }, () => pay(1000)))
    const payments = await lockTable("gw_payment")
    const calls = Promise.all(Array.from({ length: 14 }, () => pay(1000)))
    // The call that passed waits for the payment table. Another call waits for the client's row or for the same
    // table.
    await payments.stopped()
    await payments.contended()
    await payments.release()
    const answers = [...first, ...(await calls)]
    const begun = answers.filter(({ body }) => body.result?.state === "input-required")
    const refused = answers.filter(({ body }) => body.error?.data.code === "spending_limit")
    expect([begun.length, refused.length]).toEqual([7, 13])
    const after = await written()
    expect([after?.payments, Number(after?.orders) - Number(before?.orders)]).toEqual([7, 7])
    const open = await sql(
      "select id from gw_task where client_id = $1 and state in ('submitted', 'working')",
      [agent.client_id]
    )
    expect(open).toEqual([])
  })
})

describe("the spending rules of clients without their own", () => {
  const setDefault = (default_spending: object | null) => changeSettings({ default_spending })
  const only = (rule: object) => ({ rules: [{ currency: EUR, ...rule }] })
  afterEach(() => setDefault(null))

  it("apply from the next payment on, and no longer after they are removed [ADM-60]", async () => {
    expect((await pay(5000)).body.result.state).toBe("input-required")
    await setDefault(only({ max_per_payment: 2000, approval_above: 1000 }))
    const before = await written()
    expect((await pay(2001)).body.error).toMatchObject(limit({ limit: "per_payment", max: 2000 }))
    expect(await written()).toEqual(before)
    expect((await pay(1000)).body.result.artifacts.payment_id).toBeDefined()
    expect((await pay(1001)).body.result.artifacts).toMatchObject({ approval: { status: "waiting" } })
    await setDefault({ only_these_currencies: true, rules: [] })
    expect((await pay(1)).body.error).toMatchObject(limit({ limit: "currency", currency: EUR }))
    await setDefault(null)
    expect((await pay(5000)).body.result.artifacts.payment_id).toBeDefined()
  })

  it("limit each client by itself, and are replaced by a client's own rules, also if these have no limit [ADM-60]", async () => {
    const [second, third] = [await Agent.withScopes(...SCOPES), await Agent.withScopes(...SCOPES)]
    await setDefault(only({ max_per_day: 1000 }))
    const paid = async (client: Agent, amount: number) =>
      (await client.send("create_payment", { amount, currency: EUR })).body
    expect((await paid(agent, 1000)).result.state).toBe("input-required")
    expect((await paid(agent, 1)).error.data).toMatchObject({ limit: "per_day", left: 0 })
    expect((await paid(second, 1000)).result.state).toBe("input-required")
    await allow(second.client_id, { max_per_day: 1500 })
    expect((await paid(second, 501)).error.data).toMatchObject({ max: 1500, left: 500 })
    await setRules(third.client_id, { spending: { rules: [] } })
    expect((await paid(third, 5000)).result.state).toBe("input-required")
    await setRules(third.client_id, { spending: null })
    expect((await paid(third, 1)).error.data).toMatchObject({ max: 1000, left: 0 })
  })

  it("let 12 simultaneous calls start no more than the limit per day [ADM-60]", async () => {
    await setDefault(only({ max_per_day: 3000 }))
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay(1000)))
    const codes = answers.map(({ body }) => body.error?.data.code ?? body.result?.state)
    expect(codes.filter((code) => code === "input-required")).toHaveLength(3)
    expect(codes.filter((code) => code === "spending_limit")).toHaveLength(9)
  })

  it("are refused with the path of the wrong member, and leave the settings as they are [ADM-60]", async () => {
    const set = async (rules: unknown) => {
      const response = await adminPost("/admin/agentic-commerce/settings", { default_spending: { rules } })
      return [response.status, ((await response.json()) as { message: string }).message]
    }
    expect(await set([{ currency: "ABC" }])).toMatchObject([
      400,
      expect.stringContaining("default_spending.rules.0.currency"),
    ])
    expect(await set([{ currency: EUR, max_per_day: -1 }])).toMatchObject([
      400,
      expect.stringContaining("default_spending.rules.0.max_per_day"),
    ])
    expect((await set([{ currency: EUR }, { currency: EUR }]))[0]).toBe(400)
    expect((await set("none"))[0]).toBe(400)
    const { settings } = await adminGet<{ settings: object }>("/admin/agentic-commerce/settings")
    expect(settings).toMatchObject({ default_spending: null })
    const unsafe = sql("update gw_setting set default_spending = '{\"rules\": 1}'")
    await expect(unsafe).rejects.toThrow("gw_setting_default_spending")
  })

  it("are in the audit log with the staff member who changed them [ADM-60]", async () => {
    await setDefault(only({ max_per_day: 4242 }))
    const { entries } = await adminGet<{ entries: { detail: object }[] }>(
      "/admin/agentic-commerce/audit?type=settings_changed&limit=1"
    )
    expect(entries).toMatchObject([
      {
        actor_type: "user",
        actor_id: expect.stringMatching(/^user_/) as string,
        detail: { default_spending: only({ max_per_day: 4242 }) },
      },
    ])
  })
})

describe("the merchant's changes of spending rules", () => {
  const at = () => `/admin/agentic-commerce/clients/${agent.client_id}`
  const set = (spending: unknown) => adminPost(at(), { spending })

  it("are returned when read again, can be removed, and are in the audit log", async () => {
    const spending = { only_these_currencies: true, rules: [{ currency: EUR, max_per_day: 5000 }] }
    await setRules(agent.client_id, { spending })
    expect((await adminGet<{ client: object }>(at())).client).toMatchObject({ spending })
    await setRules(agent.client_id, { spending: null })
    expect((await adminGet<{ client: object }>(at())).client).toMatchObject({ spending: null })
    const path = `/admin/agentic-commerce/audit?type=client_spending_changed&client_id=${agent.client_id}`
    expect(await adminGet(path)).toMatchObject({
      entries: [
        {
          actor_type: "user",
          actor_id: expect.stringMatching(/^user_/) as string,
          detail: { spending: null },
        },
        { detail: { spending } },
      ],
    })
  })

  it.each([
    ["an unknown currency", { rules: [{ currency: "ABC" }] }],
    ["a lowercase currency", { rules: [{ currency: "eur" }] }],
    ["two rules for one currency", { rules: [{ currency: EUR }, { currency: EUR }] }],
    ["a limit of 0", { rules: [{ currency: EUR, max_per_day: 0 }] }],
    ["a fraction of a minor unit", { rules: [{ currency: EUR, max_per_day: 1.5 }] }],
    [
      "a limit above the largest possible payment",
      { rules: [{ currency: EUR, max_per_payment: 1_000_000_001 }] },
    ],
    [
      "a limit per payment above the limit per day",
      { rules: [{ currency: EUR, max_per_payment: 2, max_per_day: 1 }] },
    ],
    [
      "an approval threshold at the limit per payment",
      { rules: [{ currency: EUR, approval_above: 100, max_per_payment: 100 }] },
    ],
    ["an unknown limit", { rules: [{ currency: EUR, max_per_week: 100 }] }],
    ["no list of rules", { only_these_currencies: true }],
  ])("are rejected with %s", async (_, spending) => {
    expect((await set(spending)).status).toBe(400)
    expect((await adminGet<{ client: object }>(at())).client).toMatchObject({ spending: null })
  })

  it("require a staff login", async () => {
    const anonymous = await fetch(`${world().base_url}${at()}`, { method: "POST", body: "{}" })
    expect(anonymous.status).toBe(401)
  })
})
