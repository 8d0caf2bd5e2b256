import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { allows } from "../../domain/scopes"
import { isOpen } from "../admission"
import { type Call, callerOf } from "../call"
import { operation } from "../operation"
import type { ParsedRequest } from "../surface"
import { type Era, INITIALIZED_VERSIONS, STATELESS_VERSIONS } from "./era"
import type { McpServer } from "./mcp-server"
import type { Message } from "./message"
import type { Tool, ToolDescription, ToolEffect } from "./tool"

const CAPABILITIES = { tools: {} }

/** How long a client may keep the list of tools, and what the server says of itself, in milliseconds. */
const CACHING = { ttlMs: 60_000, cacheScope: "private" }

/** A request without parameters that matter: neither costs much nor counts against the rate limit. */
const small = (run: (params: Record<string, unknown>, call: Call) => object): Method => ({
  ...{ is_uncounted: true },
  operation: operation({
    access: "any_token",
    input: z.record(z.string(), z.unknown()),
    run: async (params, call) => run(params, call),
  }),
})

type Method = Pick<ParsedRequest, "operation" | "is_uncounted">

/** The methods of one era besides `tools/call`. */
function methodsOf(server: McpServer, { is_stateless }: Era): Readonly<Record<string, Method>> {
  const { info, instructions } = server
  const listTools = small((_, call) => ({
    tools: toolsFor(server, call).map(describe),
    ...(is_stateless && CACHING),
  }))
  if (is_stateless) {
    const discover = {
      supportedVersions: STATELESS_VERSIONS,
      capabilities: CAPABILITIES,
      instructions,
      ...CACHING,
    }
    return { "server/discover": small(() => discover), "tools/list": listTools }
  }
  return {
    initialize: small(({ protocolVersion }) => ({
      protocolVersion: versionFor(protocolVersion),
      capabilities: CAPABILITIES,
      serverInfo: info,
      instructions,
    })),
    ping: small(() => ({})),
    "tools/list": listTools,
  }
}

/** The operation and input of a method. Throws `method_not_found`. */
export function methodOf(server: McpServer, era: Era, { method, params }: Message): ParsedRequest {
  const methods = methodsOf(server, era)
  if (!Object.hasOwn(methods, method))
    throw problem("method_not_found", { methods: [...Object.keys(methods), "tools/call"] })
  return { ...(methods[method] as Method), input: params }
}

/** A notification is accepted and changes nothing: the store keeps no state of a connection. */
export const ACCEPTED: Method = small(() => ({}))

/** The version that the client named if it is served, otherwise the newest (MCP: Lifecycle, version negotiation). */
function versionFor(requested: unknown): string | undefined {
  return INITIALIZED_VERSIONS.find((version) => version === requested) ?? INITIALIZED_VERSIONS[0]
}

/** The tools that the token may call, in the order of the registry. */
function toolsFor({ tools }: McpServer, call: Call): Tool[] {
  const { scopes } = callerOf(call)
  return tools.filter(
    ({ operation: { access } }) => isOpen(access) || access === "any_token" || allows(scopes, access)
  )
}

const HINTS: Readonly<Record<ToolEffect, object>> = {
  reads: { readOnlyHint: true },
  changes: { readOnlyHint: false, destructiveHint: false },
  commits: { readOnlyHint: false, destructiveHint: true },
}

const described = new WeakMap<ToolDescription, object>()

/** A tool in the form of `tools/list`. Made once, because a tool never changes. */
function describe(tool: ToolDescription): object {
  const known = described.get(tool)
  if (known) return known
  const { name, title, description, input, output, effect } = tool
  const annotations = { title, ...HINTS[effect], openWorldHint: false }
  const view = { name, title, description, inputSchema: input, outputSchema: output, annotations }
  described.set(tool, view)
  return view
}
