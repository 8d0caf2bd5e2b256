import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { scopesOf } from "../../src/domain/scopes"
import { AcpAgent } from "../support/acp"
import { Agent } from "../support/agent"
import { Buyer } from "../support/buyer"
import { CatalogReader, deleteProduct, variant } from "../support/catalog"
import {
  callMethod,
  postMcp,
  selfDescription,
  STATELESS,
  stateless,
  statusWithHost,
  toolCall,
} from "../support/mcp"
import { nameStore } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { AS_NEW, callsToday, changeSettings, earlyInTheMinute, setRules } from "../support/policy"
import { openPlatform, closePlatform, type Platform } from "../support/platform"
import { world } from "../support/world"

let platform: Platform
let token: string
beforeAll(async () => {
  platform = await openPlatform()
  token = platform.token
})
afterEach(() => changeSettings(AS_NEW))
afterAll(() => closePlatform(platform.host))

const ping = { jsonrpc: "2.0", id: 7, method: "ping" }

describe("MCP's older versions", () => {
  it("begin with initialize, which agrees on a version and creates no session [MCP-20]", async () => {
    for (const [asked, agreed] of [
      ["2025-06-18", "2025-06-18"],
      ["2025-11-25", "2025-11-25"],
      ["2024-11-05", "2025-11-25"],
    ]) {
      const { headers, body } = await callMethod("initialize", { protocolVersion: asked }, { token })
      expect(body.result).toMatchObject({ protocolVersion: agreed, capabilities: { tools: {} } })
      expect(String(body.result?.instructions)).toContain("minor units")
      expect(headers.has("mcp-session-id")).toBe(false)
    }
    const initialized = { jsonrpc: "2.0", method: "notifications/initialized" }
    expect((await postMcp(initialized, { token })).status).toBe(202)
    expect((await callMethod("ping", {}, { token })).body).toEqual({ jsonrpc: "2.0", id: 7, result: {} })
  })

  it("instruct the model of each server never to ask for card data [MCP-10]", async () => {
    await switchSurfaces({ a2a_enabled: true, acp_enabled: true })
    const tokens = {
      ucp: token,
      a2a: (await Agent.withScopes(...scopesOf("a2a"))).access_token,
      acp: (await AcpAgent.of()).token,
    }
    for (const [flavor, own] of Object.entries(tokens)) {
      const { body } = await callMethod("initialize", {}, { token: own, path: `/gw-${flavor}/v1/mcp` })
      expect([flavor, body.result?.instructions]).toEqual([
        flavor,
        expect.stringMatching(/never ask for card data/i),
      ])
    }
    await switchSurfaces({ acp_enabled: false })
  })

  it("may leave out the version's header, and may not name an unknown version [MCP-20]", async () => {
    const named = (version: string) => postMcp(ping, { token, headers: { "mcp-protocol-version": version } })
    expect((await named("2025-06-18")).status).toBe(200)
    const { status, body } = await named("1900-01-01")
    expect([status, body.error?.code]).toEqual([400, -32022])
    expect(body.error?.data.supported).toEqual(["2026-07-28", "2025-11-25", "2025-06-18"])
  })

  it("get the error of an unknown method and tool with status 200, which their clients can read [MCP-22]", async () => {
    const method = await callMethod("prompts/list", {}, { token })
    expect([method.status, method.body.error?.code]).toEqual([200, -32601])
    const tool = await callMethod("tools/call", { name: "rob_bank", arguments: {} }, { token })
    expect([tool.status, tool.body.error?.code]).toEqual([200, -32602])
  })
})

describe("MCP 2026-07-28", () => {
  const sent = (method: string, params = {}, headers: Record<string, string> = {}) => {
    const request = stateless(method, params)
    return postMcp(request.body, { token, headers: { ...request.headers, ...headers } })
  }

  it("needs no handshake, and describes the server on request [MCP-21]", async () => {
    const { status, body } = await sent("server/discover")
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      resultType: "complete",
      supportedVersions: [STATELESS],
      capabilities: { tools: {} },
      cacheScope: "private",
      ttlMs: expect.any(Number),
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "medusa-agentic-gateway-ucp" } },
    })
    expect((await sent("tools/list")).body.result).toMatchObject({ cacheScope: "private" })
  })

  it("does not have the methods of older versions [MCP-21]", async () => {
    for (const method of ["initialize", "ping", "sampling/createMessage"]) {
      const { status, body } = await sent(method)
      expect([status, body.error?.code]).toEqual([404, -32601])
    }
  })

  it("requires headers that repeat the body [MCP-23]", async () => {
    const list = { name: "search_catalog", arguments: { catalog: { query: "mug" } } }
    expect((await sent("tools/call", list)).status).toBe(200)
    const encoded = `=?base64?${Buffer.from("search_catalog").toString("base64")}?=`
    expect((await sent("tools/call", list, { "mcp-name": encoded })).status).toBe(200)
    for (const wrong of <Record<string, string>[]>[
      { "mcp-name": "get_order" },
      { "mcp-name": "=?base64?/w==?=" },
      { "mcp-name": "" },
      { "mcp-method": "tools/list" },
      { "mcp-protocol-version": "2025-11-25" },
    ]) {
      const { status, body } = await sent("tools/call", list, wrong)
      expect([status, body.error?.code, body.id]).toEqual([400, -32020, "r-1"])
    }
    const { body } = stateless("tools/list")
    expect((await postMcp(body, { token })).body.error?.code).toBe(-32020)
  })

  it("refuses other versions and requests without the client's capabilities [MCP-23]", async () => {
    const other = stateless("tools/list")
    const meta = other.body.params._meta as Record<string, unknown>
    meta["io.modelcontextprotocol/protocolVersion"] = "2099-01-01"
    const headers = { ...other.headers, "mcp-protocol-version": "2099-01-01" }
    expect((await postMcp(other.body, { token, headers })).body.error?.code).toBe(-32022)
    const without = stateless("tools/list")
    delete (without.body.params._meta as Record<string, unknown>)[
      "io.modelcontextprotocol/clientCapabilities"
    ]
    const refused = await postMcp(without.body, { token, headers: without.headers })
    expect([refused.status, refused.body.error?.code]).toEqual([400, -32600])
  })
})

const TOKENS = {
  ucp: () => Promise.resolve(token),
  a2a: async () => (await Agent.withScopes(...scopesOf("a2a"))).access_token,
  acp: async () => (await AcpAgent.of()).token,
}

/** Every MCP server, with one of its tools and the token of an agent without rate limits. */
const SERVERS: readonly [path: string, tool: string, token: () => Promise<string>][] = [
  ["/gw-ucp/v1/mcp", "get_cart", TOKENS.ucp],
  ["/gw-a2a/v1/mcp", "get_task", TOKENS.a2a],
  ["/gw-acp/v1/mcp", "get_checkout_session", TOKENS.acp],
]

describe.each(SERVERS)("the MCP server at %s", (path, tool, tokenFor) => {
  let token: string
  beforeAll(async () => {
    await switchSurfaces({ acp_enabled: true })
    token = await tokenFor()
  })
  afterAll(() => switchSurfaces({ acp_enabled: false }))

  it("refuses batches and other malformed messages, and echoes the id if there is one [MCP-22]", async () => {
    const params = { name: tool, arguments: [] }
    for (const [body, status, code, id] of [
      ["{", 400, -32700, null],
      [[ping], 400, -32600, null],
      [{ id: 3, method: "ping" }, 400, -32600, 3],
      [{ jsonrpc: "2.0", id: null, method: "ping" }, 400, -32600, null],
      [{ jsonrpc: "2.0", id: "x", result: {} }, 400, -32600, "x"],
      [{ jsonrpc: "2.0", id: 3, method: "tools/call", params }, 200, -32602, 3],
    ] as const) {
      const answer = await postMcp(body, { token, path })
      expect([answer.status, answer.body.error?.code, answer.body.id]).toEqual([status, code, id])
    }
    expect((await postMcp(ping, { token, path })).body).toEqual({ jsonrpc: "2.0", id: 7, result: {} })
  })

  it("bounds the size of a request, and reads JSON only [MCP-22]", async () => {
    const large = { ...ping, params: { text: "x".repeat(300_000) } }
    expect((await postMcp(large, { token, path })).status).toBe(413)
    const headers = { "content-type": "text/plain" }
    expect((await postMcp(ping, { token, path, headers })).status).toBe(415)
  })

  it("speaks each of its versions, and requires headers that repeat the body [MCP-20, MCP-23]", async () => {
    for (const protocolVersion of ["2025-11-25", "2025-06-18"]) {
      const { body } = await callMethod("initialize", { protocolVersion }, { token, path })
      expect(body.result).toMatchObject({ protocolVersion })
    }
    const { body, headers } = stateless("tools/call", { name: tool, arguments: {} })
    for (const wrong of <Record<string, string>[]>[
      { "mcp-name": "other_tool" },
      { "mcp-method": "tools/list" },
      { "mcp-protocol-version": "2025-11-25" },
    ]) {
      const refused = await postMcp(body, { token, path, headers: { ...headers, ...wrong } })
      expect([wrong, refused.status, refused.body.error?.code]).toEqual([wrong, 400, -32020])
    }
    expect((await postMcp(body, { token, path, headers })).status).toBe(200)
  })

  it("refuses the tokens of the other surfaces [MCP-05]", async () => {
    const others = Object.entries(TOKENS).filter(([flavor]) => !path.startsWith(`/gw-${flavor}/`))
    for (const [flavor, tokenOf] of others)
      expect([flavor, (await postMcp(ping, { token: await tokenOf(), path })).status]).toEqual([flavor, 401])
  })

  it("has neither streams nor sessions: GET and DELETE get 405 [MCP-21]", async () => {
    for (const method of ["GET", "DELETE"]) {
      const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" }
      expect((await fetch(`${world().base_url}${path}`, { method, headers })).status).toBe(405)
    }
  })

  it("refuses web pages of other sites, by Origin and by Host, before it looks at the token [MCP-24]", async () => {
    const from = (origin: string, bearer?: string) =>
      postMcp(ping, { token: bearer, path, headers: { origin } }).then(({ status }) => status)
    expect(await from("https://evil.example")).toBe(403)
    expect(await from("null", token)).toBe(403)
    expect(await from("https://evil.example", token)).toBe(403)
    expect(await from(world().base_url, token)).toBe(200)
    await changeSettings({ cors_origins: ["https://app.example"] })
    expect(await from("https://app.example", token)).toBe(200)
    expect(await statusWithHost("evil.example", token, ping, path)).toBe(403)
    expect(await statusWithHost("127.0.0.1:1", token, ping, path)).toBe(200)
    expect(await statusWithHost("store:9000", token, ping, path)).toBe(200)
  })

  it("describes itself and its tools with fixed texts, without the store's name and products [MCP-09]", async () => {
    const texts = () => selfDescription(token, path)
    const before = await texts()
    const reader = await CatalogReader.withAllScopes()
    const known = await nameStore("Shop of <b>injected</b> names")
    try {
      const { medusa_id } = await reader.listed({ title: "Injected lamp", variants: [variant(20)] })
      expect(await texts()).toEqual(before)
      await deleteProduct(medusa_id)
    } finally {
      await nameStore(known)
    }
  })
})

describe("the MCP endpoint", () => {
  it("requires a token for every method, and echoes the id of the refused request [MCP-05]", async () => {
    for (const bearer of [undefined, "gwa_unknown"])
      for (const method of ["initialize", "ping", "tools/list"]) {
        const { status, headers, body } = await callMethod(method, {}, { token: bearer })
        expect([status, body.id, body.error?.code, body.error?.data.code]).toEqual([
          401,
          7,
          -32000,
          "unauthorized",
        ])
        const challenge = headers.get("www-authenticate")
        expect(challenge).toContain("/.well-known/oauth-protected-resource/gw-ucp/v1/mcp")
        expect(challenge).not.toContain("scope=")
      }
  })

  it("refuses a token without the scope of the tool [MCP-05]", async () => {
    const reader = await Buyer.withScopes("dev.ucp.shopping.order:read")
    const { status, headers, body } = await postMcp(toolCall("create_cart", {}), { token: reader.token })
    expect([status, body.error?.data.required_scope]).toEqual([403, "dev.ucp.shopping.cart:manage"])
    expect(headers.get("www-authenticate")).toContain('error="insufficient_scope"')
  })

  it("is off with its surface [MCP-05]", async () => {
    await changeSettings({ ucp_enabled: false })
    const { status, body } = await postMcp(ping, { token })
    expect([status, body.error?.data]).toMatchObject([503, { code: "surface_disabled", retry_after: 3600 }])
    await changeSettings({ ucp_enabled: true })
  })

  it("counts tool calls against the rate limit, and not what a client needs to connect [MCP-06]", async () => {
    await earlyInTheMinute()
    const { token: bearer, client_id } = await Buyer.forCustomer()
    await setRules(client_id, { limits: { minute: 1 } })
    for (const method of ["initialize", "ping", "tools/list"])
      expect((await callMethod(method, {}, { token: bearer })).status).toBe(200)
    expect(await callsToday(client_id)).toBe(0)
    const search = toolCall("search_catalog", { catalog: { query: "mug" } })
    expect((await postMcp(search, { token: bearer })).status).toBe(200)
    const { status, headers, body } = await postMcp(search, { token: bearer })
    expect([status, body.error?.code, body.error?.data.code]).toEqual([429, -32000, "rate_limited"])
    expect(Number(headers.get("retry-after"))).toBe(body.error?.data.retry_after)
  })
})
