import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, ANA, BERLIN, CAPABLE, chosen, paymentFor, type Session, VERSION } from "../support/acp"
import { expectIs } from "../support/acp-schemas"
import { eventually } from "../support/agent"
import { callTool, postMcp, toolCall } from "../support/mcp"
import { type McpClient, newMcpClient, oldMcpClient } from "../support/mcp-clients"
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
    expect(
      await sent("create_checkout_session", { meta: { api_version: VERSION }, payload: created() })
    ).toEqual([...[200, -32000, "idempotency_key_required"]])
    expect(await sent("create_checkout_session", { payload: created() })).toEqual([
      ...[200, -32000, "unsupported_api_version"],
    ])
    const reader = await AcpAgent.of("admin", "acp:checkout:read")
    const { status } = await postMcp(toolCall("create_checkout_session", { meta: meta() }), {
      ...{ token: reader.token, path: PATH },
    })
    expect(status).toBe(403)
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
