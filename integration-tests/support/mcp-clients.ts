import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { McpResult } from "./mcp"
import { UCP_MCP } from "./mcp"
import { world } from "./world"

/** One of the official clients, connected with a token or without one. It checks every result by the tool's output schema. */
export interface McpClient {
  tools(): Promise<string[]>
  /** The `_meta.ui` of each tool. */
  toolUis(): Promise<Record<string, ToolUi | undefined>>
  /** The server's extensions, by identifier. */
  extensions(): object | undefined
  resources(): Promise<Resource[]>
  read(uri: string): Promise<Resource | undefined>
  call(name: string, args: object): Promise<McpResult>
  close(): Promise<void>
}

/** How a tool and a document belong together (MCP Apps). */
export interface ToolUi {
  readonly resourceUri?: string
  readonly visibility?: readonly string[]
}

/** A resource, with its text when it was read. */
export interface Resource {
  readonly uri: string
  readonly mimeType?: string | undefined
  readonly text?: string
  readonly _meta?: Record<string, unknown> | undefined
}

type Client = NewClient | OldClient

/** What both clients do in the same way. */
const reading = (client: Client) => ({
  tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  toolUis: async () =>
    Object.fromEntries(
      (await client.listTools()).tools.map(({ name, _meta }) => [name, _meta?.ui as ToolUi | undefined])
    ),
  extensions: () => client.getServerCapabilities()?.extensions,
  resources: async () => (await client.listResources()).resources as Resource[],
  read: async (uri: string) => (await client.readResource({ uri })).contents[0] as Resource | undefined,
})

const INFO = { name: "test", version: "1" }

const endpoint = (path: string) => new URL(`${world().base_url}${path}`)
const bearing = (token: string | undefined) =>
  token === undefined ? {} : { requestInit: { headers: { Authorization: `Bearer ${token}` } } }

type Mode = "auto" | "legacy" | { pin: string }

/** How a person can respond to a link that they are asked to open (MCP: Elicitation). */
export type LinkResponse = "accept" | "decline" | "cancel"

interface NewClientSetting {
  readonly path?: string
  /** Receives the links that the client is asked to show. Absent: the client shows none. */
  readonly opened?: string[]
  readonly action?: LinkResponse
}

/** `@modelcontextprotocol/client` 2.4. */
export async function newMcpClient(
  token: string | undefined,
  mode: Mode,
  { path = UCP_MCP, opened, action = "accept" }: NewClientSetting = {}
): Promise<McpClient> {
  const capabilities = opened ? { elicitation: { url: {} } } : {}
  const client = new NewClient(INFO, { capabilities, versionNegotiation: { mode } })
  if (opened)
    client.setRequestHandler("elicitation/create", ({ params }) => {
      if (params.mode === "url") opened.push(params.url)
      return { action }
    })
  await client.connect(new NewTransport(endpoint(path), bearing(token)))
  return {
    ...reading(client),
    call: async (name, args) =>
      (await client.callTool({ name, arguments: args as Record<string, unknown> })) as McpResult,
    close: () => client.close(),
  }
}

/** `@modelcontextprotocol/sdk` 1.32. */
export async function oldMcpClient(token: string | undefined, path = UCP_MCP): Promise<McpClient> {
  const client = new OldClient(INFO)
  const transport = new OldTransport(endpoint(path), bearing(token))
  await client.connect(transport as Parameters<OldClient["connect"]>[0])
  return {
    ...reading(client),
    call: async (name, args) =>
      (await client.callTool({ name, arguments: args as Record<string, unknown> })) as McpResult,
    close: () => client.close(),
  }
}
