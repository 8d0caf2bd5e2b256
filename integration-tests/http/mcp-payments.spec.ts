import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { scopesOf } from "../../src/domain/scopes"
import { Agent, eventually } from "../support/agent"
import { allow } from "../support/approvals"
import { ledgerOf } from "../support/bank-ledger"
import {
  callMethod,
  callTool,
  expectAdvice,
  expectDescribed,
  listTools,
  type McpResult,
  newKey,
  postMcp,
  stateless,
  toolCall,
} from "../support/mcp"
import { type McpClient, newMcpClient, oldMcpClient } from "../support/mcp-clients"
import { authorizeBy } from "../support/mcp-oauth"
import { switchSurfaces } from "../support/oauth-client"
import { refusalsOf } from "../support/policy"
import { authenticate } from "../support/shopper"

const PATH = "/gw-a2a/v1/mcp"
const PAYMENT = { amount: 1500, currency: "EUR" }

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes(...scopesOf("a2a"))
})
afterAll(() => switchSurfaces({ ucp_enabled: false }))

interface Task {
  readonly task_id: string
  readonly state: string
  readonly artifacts: { readonly sca_redirect_url: string; readonly payment_id: string }
}

const taskIn = ({ structuredContent }: McpResult) => structuredContent as unknown as Task
const call = (name: string, args: object) => callTool(agent.access_token, name, args, PATH)

const CLIENTS: [string, (token: string) => Promise<McpClient>][] = [
  [
    "@modelcontextprotocol/client 2.4, stateless",
    (token) => newMcpClient(token, { pin: "2026-07-28" }, { path: PATH }),
  ],
  ["@modelcontextprotocol/sdk 1.32", (token) => oldMcpClient(token, PATH)],
]

describe.each(CLIENTS)("the official client %s", (_, connect) => {
  it("creates a payment, waits for the shopper, and refunds it [MCP-40]", async () => {
    const client = await connect(agent.access_token)
    const opened = await client.call("create_payment", { ...PAYMENT, ...newKey() })
    const { task_id, state, artifacts } = taskIn(opened)
    expect(state).toBe("input-required")
    expect(opened.content?.[1]?.text).toContain(`Give the shopper this link: ${artifacts.sca_redirect_url} .`)
    await authenticate(artifacts.sca_redirect_url)
    await eventually(async () =>
      taskIn(await client.call("get_task", { task_id })).state === "completed" ? true : undefined
    )
    const refund = { payment_id: artifacts.payment_id, amount: 500, ...newKey() }
    expect((await client.call("refund_payment", refund)).isError).toBeUndefined()
    await eventually(async () =>
      (await ledgerOf(artifacts.payment_id)).amounts.refunded === 500 ? true : undefined
    )
    await client.close()
  })
})

/** What every skill that moves money or saves a card, and each of the two tools for tasks, is called. */
const OF_SCOPES: readonly [string, readonly string[]][] = [
  ["a2a:payments:read", ["query_payment_status", "list_payments"]],
  ["a2a:payments:create", ["create_payment"]],
  ["a2a:payments:capture", ["capture_payment"]],
  ["a2a:payments:refund", ["refund_payment"]],
  ["a2a:payments:tokenize", ["tokenize_card", "recurrent_charge"]],
]

/** The artifacts of a task that the person has finished. */
async function finished({ task_id, artifacts }: Task): Promise<Record<string, unknown>> {
  await authenticate(artifacts.sca_redirect_url)
  return eventually(async () => {
    const task = taskIn(await call("get_task", { task_id }))
    return task.state === "completed" ? (task.artifacts as unknown as Record<string, unknown>) : undefined
  })
}

describe("each skill over MCP", () => {
  it("is listed for its scope, next to the two tools for tasks [MCP-42]", async () => {
    const listed = async (token: string) => (await listTools(token, PATH)).map(({ name }) => name)
    for (const [scope, skills] of OF_SCOPES) {
      const { access_token } = await Agent.withScopes(scope)
      const tasks = scope === "a2a:payments:read" ? ["get_task", "cancel_task"] : ["cancel_task"]
      expect([scope, await listed(access_token)]).toEqual([scope, [...skills, ...tasks]])
    }
    const all = OF_SCOPES.flatMap(([, skills]) => skills)
    expect(await listed(agent.access_token)).toEqual([...all, "get_task", "cancel_task"])
  })

  it("has a title, a description and hints, as the two tools for tasks have [MCP-07]", async () => {
    const tools = await listTools(agent.access_token, PATH)
    expectDescribed(tools, {
      query_payment_status: "reads",
      list_payments: "reads",
      create_payment: "commits",
      capture_payment: "commits",
      refund_payment: "commits",
      tokenize_card: "commits",
      recurrent_charge: "commits",
      get_task: "reads",
      cancel_task: "commits",
    })
    for (const { outputSchema } of tools)
      expect(outputSchema).toMatchObject({ type: "object", properties: { task_id: {}, state: {} } })
  })

  it("captures an authorized payment once for a key, and queries and lists it [MCP-45]", async () => {
    const opened = await call("create_payment", { ...PAYMENT, capture: "manual", ...newKey() })
    const { payment_id } = await finished(taskIn(opened))
    const args = { payment_id, amount: 600, ...newKey() }
    const [first, again] = [await call("capture_payment", args), await call("capture_payment", args)]
    expect(first).toMatchObject({ structuredContent: { state: "completed" } })
    expect(taskIn(again).task_id).toBe(taskIn(first).task_id)
    expect((await ledgerOf(String(payment_id))).captures.map(({ amount }) => amount)).toEqual([600])
    const { structuredContent } = await call("query_payment_status", { payment_id })
    const payment = { payment_id, status: "partially_captured", captured_amount: 600 }
    expect(structuredContent).toMatchObject({ state: "completed", artifacts: { payment } })
    const listed = await call("list_payments", { status: "partially_captured", limit: 101 })
    expect(listed.structuredContent).toMatchObject({ artifacts: { payments: [payment] } })
    const more = await call("capture_payment", { payment_id, amount: 901, ...newKey() })
    expect(more).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "amount_exceeds_authorized" } },
    })
  })

  it("lists payments in pages, 20 at most by its schema [MCP-17]", async () => {
    const tools = await listTools(agent.access_token, PATH)
    expect(tools.find(({ name }) => name === "list_payments")?.inputSchema.properties).toMatchObject({
      limit: { type: "integer", minimum: 1, maximum: 20, default: 10 },
    })
    for (const limit of [0, "20", null])
      expect(await call("list_payments", { limit })).toMatchObject({
        isError: true,
        structuredContent: { error: { code: "invalid_params" } },
      })
  })

  it("saves a card with the person's consent, and charges it once for a key [MCP-45]", async () => {
    const card = { customer_reference: "customer-7", currency: "EUR", ...newKey() }
    const opened = await call("tokenize_card", card)
    expect(opened.content?.[1]?.text).toMatch(/^The card is not saved yet\. Give the shopper this link/)
    const { token_id } = (await finished(taskIn(opened))).card as { token_id: string }
    const args = { token_id, amount: 900, currency: "EUR", ...newKey() }
    const [first, again] = [await call("recurrent_charge", args), await call("recurrent_charge", args)]
    expect(taskIn(again).task_id).toBe(taskIn(first).task_id)
    const { artifacts } = await eventually(async () => {
      const task = taskIn(await call("get_task", { task_id: taskIn(first).task_id }))
      return task.state === "completed" ? task : undefined
    })
    expect((await ledgerOf(artifacts.payment_id)).amounts.captured).toBe(900)
    const unknown = { ...args, token_id: `card_${"0".repeat(24)}`, ...newKey() }
    expect(await call("recurrent_charge", unknown)).toMatchObject({ isError: true })
  })
})

describe("A2A over MCP", () => {
  it("opens one task for one key, with the same key as A2A itself [MCP-41]", async () => {
    const key = newKey()
    const calls = Array.from({ length: 5 }, () => call("create_payment", { ...PAYMENT, ...key }))
    const ids = (await Promise.all(calls)).map((result) => taskIn(result).task_id)
    expect(new Set(ids).size).toBe(1)
    const idempotency_key = key.meta["idempotency-key"]
    expect((await agent.send("create_payment", PAYMENT, idempotency_key)).body.result.task_id).toBe(ids[0])
    const other = toolCall("create_payment", { ...PAYMENT, amount: 1600, ...key })
    const { status, body } = await postMcp(other, { token: agent.access_token, path: PATH })
    expect([status, body.error?.data.code]).toEqual([409, "idempotency_conflict"])
    await call("cancel_task", { task_id: ids[0] })
    expect(taskIn(await call("get_task", { task_id: ids[0] })).state).toBe("canceled")
  })

  it("lists the skills that the token may call [MCP-42]", async () => {
    const reader = await Agent.withScopes("a2a:payments:read")
    const names = (await listTools(reader.access_token, PATH)).map(({ name }) => name)
    expect(names).toEqual(["query_payment_status", "list_payments", "get_task", "cancel_task"])
    const refused = await postMcp(toolCall("create_payment", PAYMENT), {
      token: reader.access_token,
      path: PATH,
    })
    expect([refused.status, refused.body.error?.data.required_scope]).toEqual([403, "a2a:payments:create"])
  })

  it("answers refusals of a skill as results with isError, and gates as HTTP errors [MCP-42]", async () => {
    const wrong = await call("create_payment", { amount: 0, currency: "EUR" })
    expect(wrong).toMatchObject({ isError: true, structuredContent: { error: { code: "invalid_params" } } })
    const missing = await call("get_task", { task_id: "task_none" })
    expect(missing).toMatchObject({ isError: true, structuredContent: { error: { code: "task_not_found" } } })
    expect((await callMethod("ping", {}, { path: PATH })).status).toBe(401)
  })

  it("refuses a payment above the merchant's limit, and the audit log counts it [MCP-42]", async () => {
    const limited = await Agent.withScopes(...scopesOf("a2a"))
    const pay = () => callTool(limited.access_token, "create_payment", { ...PAYMENT, ...newKey() }, PATH)
    await allow(limited.client_id, { max_per_payment: PAYMENT.amount - 1 })
    const { isError, structuredContent } = await pay()
    expect([isError, structuredContent]).toMatchObject([true, { error: { code: "spending_limit" } }])
    expect(await refusalsOf(limited.client_id)).toEqual({ spending_limit: 1 })
    await allow(limited.client_id, { max_per_payment: PAYMENT.amount })
    expect(taskIn(await pay()).state).toBe("input-required")
  })

  it("says while a payment waits for the merchant's approval that the agent has nothing to do [MCP-10]", async () => {
    const limited = await Agent.withScopes(...scopesOf("a2a"))
    const callAs = (name: string, args: object) => callTool(limited.access_token, name, args, PATH)
    await allow(limited.client_id, { approval_above: 1 })
    const waiting = await callAs("create_payment", { ...PAYMENT, ...newKey() })
    const { task_id, state } = taskIn(waiting)
    expect(state).toBe("input-required")
    for (const { content } of [waiting, await callAs("get_task", { task_id })])
      expect(content?.[1]?.text).toBe(
        "The merchant must approve the payment. No action is needed: follow the task."
      )
    await callAs("cancel_task", { task_id })
  })

  it("asks a client to open the link only when its repeated call finds the same task [MCP-41]", async () => {
    const sent = async (args: object) => {
      const opens = { elicitation: { url: {} } }
      const { body, headers } = stateless("tools/call", { name: "create_payment", arguments: args }, opens)
      return (await postMcp(body, { token: agent.access_token, path: PATH, headers })).body.result
    }
    expect(await sent({ ...PAYMENT, ...newKey() })).toMatchObject({ resultType: "input_required" })
    const plain = await sent(PAYMENT)
    expect(plain).toMatchObject({ resultType: "complete", structuredContent: { state: "input-required" } })
  })

  it("instructs the model to give the shopper the link, and not to ask for card data, while a task waits [MCP-10]", async () => {
    const card = { customer_reference: "customer-8", currency: "EUR" }
    for (const [skill, input] of [
      ["create_payment", PAYMENT],
      ["tokenize_card", card],
    ] as const) {
      const opened = await call(skill, { ...input, ...newKey() })
      const { task_id, state, artifacts } = taskIn(opened)
      expect(state).toBe("input-required")
      for (const waiting of [opened, await call("get_task", { task_id })])
        expectAdvice(waiting, { person: "shopper", url: artifacts.sca_redirect_url, poll: "get_task" })
      await finished(taskIn(opened))
      expect((await call("get_task", { task_id })).content).toHaveLength(1)
    }
  })

  it("authorizes official clients by staff's consent, for payments only [MCP-31]", async () => {
    const { requested, tools } = await authorizeBy("2.4", PATH, "admin")
    expect(requested.searchParams.get("resource")).toContain(PATH)
    expect(tools).toEqual([
      "query_payment_status",
      "list_payments",
      "create_payment",
      "get_task",
      "cancel_task",
    ])
  })
})
