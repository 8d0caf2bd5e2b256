import { randomUUID } from "node:crypto"
import { request } from "node:http"
import { expect } from "vitest"
import { world } from "./world"

/** An answer of an MCP endpoint. */
export interface McpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly jsonrpc: "2.0"
    readonly id: string | number | null
    readonly result?: McpResult
    readonly error?: { code: number; message: string; data: Record<string, unknown> }
  }
}

export interface McpResult {
  readonly content?: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: boolean
  readonly [member: string]: unknown
}

/** What differs from a plain call of the UCP endpoint. */
export interface McpSetting {
  readonly token?: string | undefined
  readonly path?: string
  readonly headers?: Record<string, string>
}

export const UCP_MCP = "/gw-ucp/v1/mcp"

/** Posts a body, as it is or as JSON, to an MCP endpoint. */
export async function postMcp(
  body: unknown,
  { token, path = UCP_MCP, headers = {} }: McpSetting = {}
): Promise<McpAnswer> {
  const response = await fetch(`${world().base_url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const { status, headers: answered } = response
  return { status, headers: answered, body: (text ? JSON.parse(text) : undefined) as McpAnswer["body"] }
}

/** Posts a method call of a client that has no stateless version. */
export const callMethod = (method: string, params: object = {}, setting: McpSetting = {}) =>
  postMcp({ jsonrpc: "2.0", id: 7, method, params }, setting)

/** A tool call as `callMethod` sends it. */
export const toolCall = (name: string, args: object, id: string | number = 7) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
})

export const STATELESS = "2026-07-28"

/** A request of the stateless version, with the headers that it must have. */
export function stateless(method: string, params: Record<string, unknown> = {}, capabilities: object = {}) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": STATELESS,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  }
  const named = params.name ?? params.uri
  return {
    body: { jsonrpc: "2.0", id: "r-1", method, params: { ...params, _meta: meta } },
    headers: {
      "mcp-protocol-version": STATELESS,
      "mcp-method": method,
      ...(typeof named === "string" && { "mcp-name": named }),
    } as Record<string, string>,
  }
}

/** Calls a tool, which must answer with a result, and returns the result. */
export async function callTool(
  token: string,
  name: string,
  args: object,
  path = UCP_MCP
): Promise<McpResult> {
  const { status, body } = await postMcp(toolCall(name, args), { token, path })
  if (status !== 200 || !body.result) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`)
  return body.result
}

/** A tool as an MCP server lists it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly properties: Record<string, unknown>; readonly required: readonly string[] }
  readonly outputSchema: object
  readonly annotations: Record<string, unknown>
}

/** The tools that a token may call. */
export async function listTools(token: string, path = UCP_MCP): Promise<ListedTool[]> {
  const { body } = await callMethod("tools/list", {}, { token, path })
  return body.result?.tools as ListedTool[]
}

/** What a server says of itself and of its tools, to clients of all versions. */
export async function selfDescription(token: string, path: string): Promise<(McpResult | undefined)[]> {
  const { body, headers } = stateless("server/discover")
  const answers = await Promise.all([
    callMethod("initialize", {}, { token, path }),
    callMethod("tools/list", {}, { token, path }),
    postMcp(body, { token, path, headers }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  return answers.map((answer) => answer.body.result)
}

/** The hints of tools that read, that change something, and that move money or end something. */
const HINTS = {
  reads: { readOnlyHint: true, openWorldHint: false },
  changes: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  commits: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
}

/** Expects that every tool has a title, a description and the hints of what it does, and no other hints. */
export function expectDescribed(
  tools: readonly ListedTool[],
  effects: Readonly<Record<string, keyof typeof HINTS>>
): void {
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(effects).sort())
  for (const { name, title, description, annotations } of tools) {
    expect([name, title]).toEqual([name, expect.stringMatching(/^[A-Z]/)])
    expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)])
    expect([name, annotations]).toEqual([name, { title, ...HINTS[effects[name] ?? "reads"] }])
  }
}

/** Expects that a result has its content as text, and a second text that says what to do with the link. */
export function expectAdvice(
  { isError, content, structuredContent }: McpResult,
  { person, url, poll }: { person: "buyer" | "shopper"; url: string; poll: string }
): void {
  expect(isError).toBeUndefined()
  expect(content).toHaveLength(2)
  expect(JSON.parse(content?.[0]?.text ?? "")).toEqual(structuredContent)
  const advice = content?.[1]?.text
  expect(advice).toContain(`Give the ${person} this link: ${url} .`)
  expect(advice).toMatch(/Do not open it yourself, and do not ask for card data or codes\./)
  expect(advice).toContain(`Then call ${poll} every 5 seconds`)
}

/** `meta` with a new idempotency key. */
export const newKey = () => ({ meta: { "idempotency-key": randomUUID() } })

/** The status of a request whose Host header is another than the store's. `fetch` cannot send one. */
export function statusWithHost(host: string, token: string, body: object, path = UCP_MCP): Promise<number> {
  const headers = { host, authorization: `Bearer ${token}`, "content-type": "application/json" }
  return new Promise((resolve, reject) => {
    const sent = request(`${world().base_url}${path}`, { method: "POST", headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on("error", reject).end(JSON.stringify(body))
  })
}
