import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { basicScopesOf } from "../../src/domain/scopes"
import { AcpAgent, ANA, BERLIN, CAPABLE, chosen, paymentFor, type Session, VERSION } from "../support/acp"
import { ACP_META, ACP_TOOLS, expectIs } from "../support/acp-schemas"
import { eventually } from "../support/agent"
import { allow } from "../support/approvals"
import { sql } from "../support/database"
import {
  callMethod,
  callTool,
  expectAdvice,
  expectDescribed,
  listTools,
  postMcp,
  stateless,
  toolCall,
} from "../support/mcp"
import { type McpClient, newMcpClient, oldMcpClient } from "../support/mcp-clients"
import { authorizeBy } from "../support/mcp-oauth"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"

const PATH = "/gw-acp/v1/mcp"

let agent: AcpAgent
let item: string
beforeAll(async () => {
  ;({ agent, item } = await openAcpShop("ACP lamp for assistants"))
})
afterAll(closeAcpShop)

const meta = (idempotency_key: string = randomUUID()) => ({ api_version: VERSION, idempotency_key })
const address = { name: "Ana Pop", address: BERLIN }
const created = () => ({
  currency: "eur",
  line_items: [{ id: item, quantity: 2 }],
  capabilities: CAPABLE,
  buyer: ANA,
  fulfillment_details: address,
})

const sessionIn = (content: unknown): Session => {
  const session = content as Session
  expectIs(session.status === "completed" ? "CheckoutSessionWithOrder" : "CheckoutSession", content)
  return session
}

const CLIENTS: [string, (token: string) => Promise<McpClient>][] = [
  [
    "@modelcontextprotocol/client 2.4, stateless",
    (token) => newMcpClient(token, { pin: "2026-07-28" }, { path: PATH }),
  ],
  ["@modelcontextprotocol/sdk 1.32", (token) => oldMcpClient(token, PATH)],
]

describe.each(CLIENTS)("the official client %s", (_, connect) => {
  it("checks out by the tools of ACP [MCP-43]", async () => {
    const client = await connect(agent.token)
    const call = async (name: string, args: object) =>
      sessionIn((await client.call(name, { meta: meta(), ...args })).structuredContent)
    const begun = await call("create_checkout_session", { payload: created() })
    const { id } = begun
    const ready = await call("update_checkout_session", { id, payload: chosen(begun) })
    expect(ready.status).toBe("ready_for_payment")
    const paying = await client.call("complete_checkout_session", {
      meta: meta(),
      id,
      payload: paymentFor(id),
    })
    const { continue_url = "" } = sessionIn(paying.structuredContent)
    expect(paying.content?.[1]?.text).toContain(`Give the buyer this link: ${continue_url} .`)
    await authenticate(continue_url)
    await eventually(async () =>
      (await call("get_checkout_session", { id })).status === "completed" ? true : undefined
    )
    await client.close()
  })
})

it("authorizes official clients by the customer's consent, for checkouts only [MCP-31]", async () => {
  const { registered, requested, tools } = await authorizeBy("2.4", PATH)
  expect(registered.split(" ").sort()).toEqual([...basicScopesOf("acp")].sort())
  expect(requested.searchParams.get("resource")).toContain(PATH)
  expect(tools).toEqual(ACP_TOOLS.map(({ name }) => name))
})

/** A session that is ready for payment, over MCP. */
async function readySession(): Promise<string> {
  const call = async (name: string, args: object) =>
    sessionIn((await callTool(agent.token, name, { meta: meta(), ...args }, PATH)).structuredContent)
  const begun = await call("create_checkout_session", { payload: created() })
  return (await call("update_checkout_session", { id: begun.id, payload: chosen(begun) })).id
}

const completing = (id: string, key?: string) => ({ meta: meta(key), id, payload: paymentFor(id) })
const complete = (id: string, key?: string) =>
  callTool(agent.token, "complete_checkout_session", completing(id, key), PATH)

describe("customer authentication over ACP's MCP binding", () => {
  it("instructs the model to give the buyer the link, and not to ask for card data, while the payment waits [MCP-10]", async () => {
    const id = await readySession()
    const read = () => callTool(agent.token, "get_checkout_session", { meta: meta(), id }, PATH)
    expect((await read()).content).toHaveLength(1)
    const paying = await complete(id)
    const { status, continue_url: url = "" } = sessionIn(paying.structuredContent)
    expect(status).toBe("requires_escalation")
    for (const waiting of [paying, await read()])
      expectAdvice(waiting, { person: "buyer", url, poll: "get_checkout_session" })
    await agent.authenticateBuyer(sessionIn(paying.structuredContent), "completed")
    for (const paid of [await read(), await complete(id)]) {
      expect(sessionIn(paid.structuredContent).status).toBe("completed")
      expect(paid.content).toHaveLength(1)
    }
  })

  it("answers a repeated completion with the completed session, and REST still refuses it [MCP-46]", async () => {
    const id = await readySession()
    const same = randomUUID()
    await agent.authenticateBuyer(sessionIn((await complete(id, same)).structuredContent), "completed")
    for (const key of [same, randomUUID()])
      expect(sessionIn((await complete(id, key)).structuredContent)).toMatchObject({
        id,
        status: "completed",
      })
    expect(await agent.complete(id)).toMatchObject({ status: 409, body: { code: "session_not_modifiable" } })
  })

  it("answers a repeated completion with the session as it is now after it was canceled [MCP-46]", async () => {
    const id = await readySession()
    const key = randomUUID()
    expect(sessionIn((await complete(id, key)).structuredContent).status).not.toBe("canceled")
    await agent.cancel(id)
    expect(sessionIn((await complete(id, key)).structuredContent)).toMatchObject({ id, status: "canceled" })
  })

  it("answers the key of a refused completion by the payment that another key has started since [MCP-46]", async () => {
    const id = await readySession()
    const [refused, begun] = [randomUUID(), randomUUID()]
    await allow(agent.client_id, { max_per_payment: 1 })
    const messages = async (key: string) => sessionIn((await complete(id, key)).structuredContent)
    expect(await messages(refused)).toMatchObject({ messages: [{ code: "maximum_exceeded" }] })
    await allow(agent.client_id, null)
    const { continue_url } = await messages(begun)
    for (const key of [refused, begun])
      expect(await messages(key)).toMatchObject({ status: "requires_escalation", continue_url })
    await agent.cancel(id)
  })

  it("refuses to complete a canceled session, whose cancellation returns the session [MCP-46]", async () => {
    const id = await readySession()
    const payload = { intent_trace: { reason_code: "price_sensitivity" } }
    const args = { meta: meta(), id, payload }
    const canceled = await callTool(agent.token, "cancel_checkout_session", args, PATH)
    expect(sessionIn(canceled.structuredContent)).toMatchObject({ id, status: "canceled" })
    const { body } = await postMcp(toolCall("complete_checkout_session", completing(id)), {
      token: agent.token,
      path: PATH,
    })
    expect(body.error).toMatchObject({ code: -32000, data: { code: "session_not_modifiable" } })
  })

  it("asks a client that opens links to show it, and then reads the session anew [MCP-46]", async () => {
    const id = await readySession()
    const opens = { elicitation: { url: {} } }
    const args = completing(id)
    const sent = async (more: object = {}) => {
      const params = { name: "complete_checkout_session", arguments: args, ...more }
      const { body, headers } = stateless("tools/call", params, opens)
      return (await postMcp(body, { token: agent.token, path: PATH, headers })).body.result
    }
    const asked = await sent()
    expect(asked).toMatchObject({
      resultType: "input_required",
      inputRequests: { authentication: { method: "elicitation/create", params: { mode: "url" } } },
    })
    const { inputRequests } = asked as unknown as { inputRequests: Asked }
    await authenticate(inputRequests.authentication.params.url)
    await agent.becomes(id, "completed")
    const resumed = await sent({ inputResponses: { authentication: { action: "accept" } } })
    expect(resumed).toMatchObject({ resultType: "complete" })
    expect(sessionIn(resumed?.structuredContent).status).toBe("completed")
  })
})

interface Asked {
  readonly authentication: { readonly params: { readonly url: string } }
}

interface MetaSchema {
  readonly required: string[]
  readonly properties: { readonly api_version: object }
}

describe("the tools of ACP", () => {
  it("have the names and arguments of its OpenRPC document [MCP-47]", async () => {
    const tools = await listTools(agent.token, PATH)
    expect(
      tools.map(({ name, inputSchema: { properties, required } }) => ({
        name,
        arguments: Object.keys(properties),
        required,
      }))
    ).toEqual(ACP_TOOLS)
    for (const { inputSchema } of tools) {
      const { required, properties } = inputSchema.properties.meta as MetaSchema
      expect([required, properties.api_version]).toEqual([
        ["api_version"],
        { enum: ["2026-04-17", "2026-01-30"] },
      ])
      expect(ACP_META).toEqual(expect.arrayContaining(Object.keys(properties)))
    }
  })

  it("accept each member of the metadata in the OpenRPC document, and others [MCP-47]", async () => {
    const texts = Object.fromEntries([...ACP_META, "later"].map((name) => [name, "x"]))
    const args = { meta: { ...texts, ...meta() }, payload: created() }
    sessionIn((await callTool(agent.token, "create_checkout_session", args, PATH)).structuredContent)
  })

  it("have titles, descriptions and hints, and the schema of a session [MCP-07]", async () => {
    const tools = await listTools(agent.token, PATH)
    expectDescribed(tools, {
      create_checkout_session: "changes",
      get_checkout_session: "reads",
      update_checkout_session: "changes",
      complete_checkout_session: "commits",
      cancel_checkout_session: "commits",
    })
    for (const { outputSchema } of tools)
      expect(outputSchema).toMatchObject({ type: "object", required: ["id", "status"] })
  })

  it("speak both versions that REST has, and refuse others [MCP-47]", async () => {
    const of = (api_version: string) => ({ api_version, idempotency_key: randomUUID() })
    const earlier = { meta: of("2026-01-30"), payload: created() }
    const { structuredContent } = await callTool(agent.token, "create_checkout_session", earlier, PATH)
    expectIs("CheckoutSession", structuredContent, "2026-01-30")
    for (const version of ["2025-09-12", "", "x".repeat(1000)]) {
      const args = { meta: of(version), payload: created() }
      const { body } = await postMcp(toolCall("create_checkout_session", args), {
        token: agent.token,
        path: PATH,
      })
      expect(body.error?.data).toMatchObject({ code: "unsupported_api_version" })
    }
  })

  it("name no bank, because the store can have other payment pages [MCP-48]", async () => {
    for (const method of ["initialize", "tools/list"]) {
      const { body } = await callMethod(method, {}, { token: agent.token, path: PATH })
      expect(JSON.stringify(body.result)).not.toMatch(/bank/i)
    }
  })
})

describe("ACP over MCP", () => {
  it("has JSON-RPC errors with ACP's error as data [MCP-44]", async () => {
    const sent = async (name: string, args: object) => {
      const { status, body } = await postMcp(toolCall(name, args), { token: agent.token, path: PATH })
      expectIs("Error", body.error?.data)
      return [status, body.error?.code, body.error?.data.code]
    }
    expect(await sent("get_checkout_session", { meta: meta(), id: "none" })).toEqual([
      200,
      -32000,
      "session_not_found",
    ])
    expect(await sent("create_checkout_session", { payload: created() })).toEqual([
      200,
      -32000,
      "unsupported_api_version",
    ])
    const reader = await AcpAgent.of("admin", "acp:checkout:read")
    const { status } = await postMcp(toolCall("create_checkout_session", { meta: meta() }), {
      token: reader.token,
      path: PATH,
    })
    expect(status).toBe(403)
  })

  describe("the request id of a call [MCP-44]", () => {
    const get = (request_id: unknown, headers: Record<string, string> = {}) => {
      const args = { meta: { ...meta(), request_id }, id: "none" }
      return postMcp(toolCall("get_checkout_session", args), { token: agent.token, path: PATH, headers })
    }

    it("is the one in its metadata, also in the audit log", async () => {
      expect((await get("req_1")).headers.get("request-id")).toBe("req_1")
      const { client_id, token } = await AcpAgent.of("admin", "acp:orders:read")
      const request_id = `req_${randomUUID()}`
      const body = toolCall("get_checkout_session", { meta: { ...meta(), request_id }, id: "none" })
      const { status, headers } = await postMcp(body, { token, path: PATH })
      expect([status, headers.get("request-id")]).toEqual([403, request_id])
      const refused = "select detail from gw_audit where client_id = $1 and type = 'call_refused'"
      expect(await sql(refused, [client_id])).toMatchObject([{ detail: { request_id } }])
    })

    it("is that of the HTTP request where the metadata has none that is safe", async () => {
      for (const unsafe of ["", "a\nb", '"', "x".repeat(129)])
        expect((await get(unsafe)).headers.get("request-id")).toMatch(/^[0-9a-f-]{36}$/)
      const headers = { "x-request-id": "outer" }
      expect((await get("a b", headers)).headers.get("request-id")).toBe("outer")
    })

    it("is refused where it is no text, and takes the place of the header's", async () => {
      for (const { body } of [await get(7), await get({})])
        expect(body.error).toMatchObject({
          code: -32602,
          data: { issues: [{ path: "arguments.meta.request_id" }] },
        })
      const { headers, body } = await get("req_1", { "request-id": "req_2" })
      expect(body.error?.data.code).toBe("session_not_found")
      expect([headers.get("request-id"), headers.get("x-request-id")]).toEqual(["req_1", "req_1"])
    })
  })

  it("keeps the client within its spending limit, and the session reports it [MCP-44]", async () => {
    const id = await readySession()
    await allow(agent.client_id, { max_per_payment: 1 })
    const { status, messages } = sessionIn((await complete(id)).structuredContent)
    expect([status, messages]).toMatchObject(["not_ready_for_payment", [{ code: "maximum_exceeded" }]])
    expect(messages[0]?.content).toMatch(/ Another attempt needs a new Idempotency-Key\.$/)
    await allow(agent.client_id, null)
    expect(sessionIn((await complete(id)).structuredContent).status).toBe("requires_escalation")
    await agent.cancel(id)
  })

  it("advises a client that sends no idempotency key to send the call again [MCP-44]", async () => {
    const id = await readySession()
    const completeWithoutKey = async () => {
      const args = { meta: { api_version: VERSION }, id, payload: paymentFor(id) }
      return sessionIn(
        (await callTool(agent.token, "complete_checkout_session", args, PATH)).structuredContent
      )
    }
    await allow(agent.client_id, { max_per_payment: 1 })
    const [limited] = (await completeWithoutKey()).messages
    expect(limited?.content).toMatch(/ For another attempt, send the call again\.$/)
    await allow(agent.client_id, { approval_above: 1 })
    const [waiting] = (await completeWithoutKey()).messages
    expect(waiting?.content).toMatch(/ after the approval, with a new idempotency key if you send one\.$/)
    await allow(agent.client_id, null)
    expect((await completeWithoutKey()).status).toBe("requires_escalation")
    await agent.cancel(id)
  })

  it("lists the tools that the token may call [MCP-08]", async () => {
    const names = async (scope: string) =>
      (await listTools((await AcpAgent.of("admin", scope)).token, PATH)).map(({ name }) => name)
    expect(await names("acp:checkout:read")).toEqual(["get_checkout_session"])
    expect(await names("acp:orders:read")).toEqual([])
  })

  it("needs no idempotency key, and executes each call without one [MCP-44]", async () => {
    const withoutKey = (name: string, args: object) =>
      callTool(agent.token, name, { meta: { api_version: VERSION }, ...args }, PATH)
    const [one, two] = [1, 2].map(() => withoutKey("create_checkout_session", { payload: created() }))
    const first = sessionIn((await one)?.structuredContent)
    expect(sessionIn((await two)?.structuredContent).id).not.toBe(first.id)
    const canceled = await withoutKey("cancel_checkout_session", { id: first.id })
    expect(sessionIn(canceled.structuredContent)).toMatchObject({ id: first.id, status: "canceled" })
  })

  it("is one with ACP over REST also for a cancellation, which has no body [MCP-44]", async () => {
    const made = await callTool(
      agent.token,
      "create_checkout_session",
      { meta: meta(), payload: created() },
      PATH
    )
    const { id } = sessionIn(made.structuredContent)
    const key = randomUUID()
    const rest = await agent.send(`/checkout_sessions/${id}/cancel`, { headers: { "idempotency-key": key } })
    const over = await callTool(agent.token, "cancel_checkout_session", { meta: meta(key), id }, PATH)
    expect(sessionIn(over.structuredContent)).toEqual(rest.body)
  })

  it("is one with ACP over REST: one key creates one session [MCP-44]", async () => {
    const key = randomUUID()
    const args = { meta: meta(key), payload: created() }
    const over = sessionIn(
      (await callTool(agent.token, "create_checkout_session", args, PATH)).structuredContent
    )
    const rest = await agent.send("/checkout_sessions", {
      body: created(),
      headers: { "idempotency-key": key },
    })
    expect(rest.body.id).toBe(over.id)
    await callTool(agent.token, "cancel_checkout_session", { meta: meta(), id: over.id }, PATH)
  })
})
