import { createHash } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Buyer } from "../support/buyer"
import { callMethod, type McpResult, postMcp, stateless } from "../support/mcp"
import { type McpClient, newMcpClient, oldMcpClient } from "../support/mcp-clients"
import { mintTokens } from "../support/mint-tokens"
import { registerClient, switchSurfaces } from "../support/oauth-client"
import { callsToday } from "../support/policy"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { IMAGE_ORIGIN } from "../support/store-keys"
import { world } from "../support/world"

const APP = "ui://medusa-agentic-gateway/shop"
const HTML = "text/html;profile=mcp-app"

let buyer: Buyer
let token: string
let client_id: string
let item: string
beforeAll(async () => {
  ;({ item } = await openUcpShop("Lamp in a document"))
  buyer = await Buyer.forCustomer()
  ;({ token, client_id } = buyer)
})
afterEach(() => switchSurfaces({ a2a_enabled: false }))
afterAll(closeUcpShop)

const CLIENTS: [string, () => Promise<McpClient>][] = [
  [
    "@modelcontextprotocol/client 2.4, pinned to 2026-07-28",
    () => newMcpClient(token, { pin: "2026-07-28" }),
  ],
  ["@modelcontextprotocol/client 2.4, older versions", () => newMcpClient(token, "legacy")],
  ["@modelcontextprotocol/sdk 1.32", () => oldMcpClient(token)],
]

describe.each(CLIENTS)("the official client %s", (_, connect) => {
  it("finds the document of the tools, and reads it [MCP-60]", async () => {
    const client = await connect()
    expect(client.extensions()).toEqual({ "io.modelcontextprotocol/ui": {} })
    const uis = await client.toolUis()
    expect(uis.search_catalog?.resourceUri).toBe(APP)
    const [listed, ...others] = await client.resources()
    expect([listed, others]).toMatchObject([{ uri: APP, mimeType: HTML }, []])
    const read = await client.read(APP)
    expect(read).toMatchObject({ uri: APP, mimeType: HTML, _meta: listed?._meta })
    expect(read?.text).toMatch(/^<!doctype html>/)
    await expect(client.read("ui://medusa-agentic-gateway/other")).rejects.toMatchObject({ code: -32602 })
    await client.close()
  })
})

describe("the document of the tools", () => {
  const documentFor = async () => {
    const { body } = await callMethod("resources/read", { uri: APP }, { token })
    return (body.result?.contents as { text: string; _meta: { ui: object } }[])[0]
  }

  it("shows products, carts and checkouts, and may call nothing but the reading of a checkout [MCP-60]", async () => {
    const client = await newMcpClient(token, "legacy")
    const uis = Object.entries(await client.toolUis())
    expect(uis.flatMap(([name, ui]) => (ui?.resourceUri ? name : [])).sort()).toEqual([
      "cancel_checkout",
      "complete_checkout",
      "create_cart",
      "create_checkout",
      "get_cart",
      "get_checkout",
      "get_product",
      "lookup_catalog",
      "search_catalog",
      "update_cart",
      "update_checkout",
    ])
    expect(uis.flatMap(([name, ui]) => (ui?.visibility?.includes("app") ? name : []))).toEqual([
      "get_checkout",
    ])
    expect(uis.every(([, ui]) => ui?.visibility?.includes("model"))).toBe(true)
    await client.close()
  })

  it("loads images from the configured origins only, and runs its own script only [MCP-61]", async () => {
    const { text = "", _meta } = (await documentFor()) ?? {}
    const origins = [world().base_url, IMAGE_ORIGIN]
    expect(_meta?.ui).toEqual({ csp: { resourceDomains: origins }, prefersBorder: true })
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text) ?? []
    const hashOf = (tag: string) => {
      const [, inline = ""] = new RegExp(`<${tag}>([^]*)</${tag}>`).exec(text) ?? []
      return `'sha256-${createHash("sha256").update(inline).digest("base64")}'`
    }
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src ${hashOf("script")}`,
      `style-src ${hashOf("style")}`,
      `img-src ${origins.join(" ")}`,
      "base-uri 'none'",
      "form-action 'none'",
    ])
  })

  it("has no text of the store [MCP-61]", async () => {
    expect((await documentFor())?.text).not.toContain("Lamp in a document")
  })

  it("is read without counting against the rate limit [MCP-06]", async () => {
    const before = await callsToday(client_id)
    await documentFor()
    for (const method of ["resources/list", "resources/templates/list"])
      expect((await callMethod(method, {}, { token })).status).toBe(200)
    expect(await callsToday(client_id)).toBe(before)
  })

  it("is the only resource: there are no templates, and other URIs are refused [MCP-60]", async () => {
    const templates = await callMethod("resources/templates/list", {}, { token })
    expect(templates.body.result).toEqual({ resourceTemplates: [] })
    for (const params of [{ uri: "file:///etc/passwd" }, {}]) {
      const { status, body } = await callMethod("resources/read", params, { token })
      expect([status, body.error?.code]).toEqual([200, -32602])
    }
  })

  it("needs a token, and in 2026-07-28 the header that repeats its URI [MCP-05, MCP-23]", async () => {
    expect((await callMethod("resources/read", { uri: APP })).status).toBe(401)
    const { body, headers } = stateless("resources/read", { uri: APP })
    const read = await postMcp(body, { token, headers })
    expect(read.body.result).toMatchObject({ resultType: "complete", cacheScope: "private" })
    const other = { ...headers, "mcp-name": "ui://medusa-agentic-gateway/other" }
    expect((await postMcp(body, { token, headers: other })).body.error?.code).toBe(-32020)
  })

  it("is that of UCP only: the payments by A2A have no resources [MCP-60]", async () => {
    await switchSurfaces({ a2a_enabled: true })
    const { access_token } = await mintTokens(await registerClient(), "admin")
    const a2a = { token: access_token, path: "/gw-a2a/v1/mcp" }
    const { body } = await callMethod("initialize", { protocolVersion: "2025-11-25" }, a2a)
    expect(body.result?.capabilities).toEqual({ tools: {} })
    expect((await callMethod("resources/list", {}, a2a)).body.error?.code).toBe(-32601)
  })
})

describe("a host without MCP Apps", () => {
  const UI = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [HTML] } } }

  /** The result of a tool for a client with these capabilities. */
  async function resultFor(capabilities: object, name: string, args: object): Promise<McpResult> {
    const { body, headers } = stateless("tools/call", { name, arguments: args }, capabilities)
    return (await postMcp(body, { token, headers })).body.result ?? {}
  }

  /** Expects that a result is only text, the same as for a host with MCP Apps; returns what the text says. */
  async function textOf(name: string, args: object): Promise<string> {
    const plain = await resultFor({}, name, args)
    expect(plain).toEqual(await resultFor(UI, name, args))
    expect(JSON.stringify(plain)).not.toMatch(/ui:\/\/|<[a-z!]/i)
    const { content = [], structuredContent } = plain
    expect(content.map(({ type }) => type)).toEqual(content.map(() => "text"))
    const [data = "", ...advice] = content.map(({ text }) => text)
    expect(JSON.parse(data)).toEqual(structuredContent)
    return [data, ...advice].join("\n")
  }

  it("gets every result as text: products with prices, a checkout with its totals and link [MCP-60]", async () => {
    const found = await textOf("search_catalog", { catalog: { query: "Lamp in a document" } })
    for (const part of [
      '"title":"Lamp in a document"',
      item,
      '"amount":2000',
      '"currency":"EUR"',
      "in_stock",
    ])
      expect(found).toContain(part)
    const { id, continue_url } = await buyer.escalated([[item, 2]])
    const waiting = await textOf("get_checkout", { id })
    for (const part of ["Lamp in a document", '"quantity":2', '"type":"total","display_text":"Total"'])
      expect(waiting).toContain(part)
    expect(waiting).toContain(`Give the buyer this link: ${continue_url} .`)
    expect(waiting).toContain("requires_escalation")
    await buyer.cancel(id)
  })
})
