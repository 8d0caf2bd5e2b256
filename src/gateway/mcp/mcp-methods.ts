import { problem } from "../../domain/errors"
import { allows } from "../../domain/scopes"
import { isOpen } from "../admission"
import type { Call } from "../call"
import type { ParsedRequest } from "../surface"
import { type Era, INITIALIZED_VERSIONS, STATELESS_VERSIONS } from "./era"
import type { McpServer } from "./mcp-server"
import type { Message } from "./message"
import { CACHING, cacheable, type Method, uncounted } from "./method"
import { APP_CAPABILITIES, resourceMethods } from "./resource-methods"
import type { Tool, ToolDescription, ToolEffect } from "./tool"

/** The methods of one era besides `tools/call`. */
function methodsOf(server: McpServer, era: Era): Readonly<Record<string, Method>> {
  return {
    ...(era.is_stateless ? statelessMethods(server) : initializedMethods(server)),
    "tools/list": cacheable(era, (_, call) => ({ tools: toolsFor(server, call).map(describe) })),
    ...(server.app && resourceMethods(server.app, era)),
  }
}

function statelessMethods(server: McpServer): Readonly<Record<string, Method>> {
  const discover = uncounted((_, call) => ({
    supportedVersions: STATELESS_VERSIONS,
    capabilities: capabilitiesOf(server),
    instructions: instructionsFor(server, call),
    ...CACHING,
  }))
  return { "server/discover": discover }
}

function initializedMethods(server: McpServer): Readonly<Record<string, Method>> {
  const initialize = uncounted(({ protocolVersion }, call) => ({
    protocolVersion: versionFor(protocolVersion),
    capabilities: capabilitiesOf(server),
    serverInfo: server.info,
    instructions: instructionsFor(server, call),
  }))
  return { initialize, ping: uncounted(() => ({})) }
}

/** A client without a token sees too few tools to guess the others, so its instructions begin with how to get them. */
function instructionsFor({ instructions }: McpServer, { caller }: Call): string {
  return caller ? instructions : `${UNTIL_LOGIN}\n${instructions}`
}

const UNTIL_LOGIN =
  "You are not logged in: you can only search and look up products. To buy, ask the buyer to connect this server with a login first."

const capabilitiesOf = ({ app }: McpServer): object => ({ tools: {}, ...(app && APP_CAPABILITIES) })

/** The operation and input of a method. Throws `method_not_found`. */
export function methodOf(server: McpServer, era: Era, { method, params }: Message): ParsedRequest {
  const methods = methodsOf(server, era)
  if (!Object.hasOwn(methods, method))
    throw problem("method_not_found", { methods: [...Object.keys(methods), "tools/call"] })
  return { ...(methods[method] as Method), input: params }
}

/** A notification is accepted and changes nothing: the store keeps no state of a connection. */
export const ACCEPTED: Method = uncounted(() => ({}))

/** The version that the client named if it is served, otherwise the newest (MCP: Lifecycle, version negotiation). */
function versionFor(requested: unknown): string | undefined {
  return INITIALIZED_VERSIONS.find((version) => version === requested) ?? INITIALIZED_VERSIONS[0]
}

/**
 * The offered tools that the token may call, or those for browsing without one, in the order of the registry.
 */
function toolsFor(server: McpServer, call: Call): Tool[] {
  const { caller } = call
  const isAllowed = ({ operation: { access, allows_anonymous } }: Tool) =>
    caller ? isOpen(access) || access === "any_token" || allows(caller.scopes, access) : allows_anonymous
  return server.tools.filter((tool) => isAllowed(tool) && (server.offers?.(tool, call) ?? true))
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
  const { name, title, description, input, output, effect, ui } = tool
  const annotations = { title, ...HINTS[effect], openWorldHint: false }
  const schemas = { inputSchema: input, outputSchema: output }
  const view = { name, title, description, ...schemas, annotations, ...(ui && { _meta: { ui } }) }
  described.set(tool, view)
  return view
}
