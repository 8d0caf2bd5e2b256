import { problem, problemIn } from "../../domain/errors"
import { mcpPathOf } from "../../domain/scopes"
import type { Call } from "../call"
import { refusalHeaders } from "../challenge"
import { GATES } from "../gates"
import { checkJsonBody, jsonIn } from "../json-body"
import type { AnyOperation } from "../operation"
import { json, jsonText, type RawReply, reply } from "../reply"
import type { ParsedRequest, Surface } from "../surface"
import { callerSiteGate } from "./caller-site"
import { type Era, eraOf } from "./era"
import { ACCEPTED, methodOf } from "./mcp-methods"
import type { McpServer } from "./mcp-server"
import { idIn, isNotification, type Message, messageIn, type RpcId } from "./message"
import { checkMirroredHeaders } from "./mirrored-headers"
import { type RpcError, rpcErrorOf } from "./rpc-error"
import type { Tool, ToolResult } from "./tool"
import { stamped, toolResult } from "./tool-result"

/** Before the version is known, errors have the form of the older versions. */
const UNKNOWN_ERA: Era = { is_stateless: false, opens_urls: false }

/**
 * An MCP server (streamable HTTP) over the operations of a surface: one address for stateless requests and for clients
 * that begin with `initialize`. Every response is one JSON object; there are no sessions and no streams. A call passes
 * the same gates as its operation does on the surface itself.
 */
export function mcpSurface(server: McpServer): Surface {
  return {
    name: server.flavor,
    gates: [callerSiteGate, ...GATES, ...server.gates],
    cors: "all",
    read: (call, endpoint) => read(server, call, endpoint),
    write: (result, request, call) => (request.write ?? unwritten)(result, request, call),
    fail: (refusal, request, call) => (request?.fail ?? failing(server, UNKNOWN_ERA))(refusal, request, call),
  }
}

const unwritten: Surface["write"] = () => {
  throw new Error("every parsed MCP request writes its own result")
}

function read(server: McpServer, call: Call, endpoint: AnyOperation): ParsedRequest {
  let body: unknown
  let era = UNKNOWN_ERA
  try {
    checkJsonBody(call)
    body = jsonIn(call.body)
    const message = messageIn(body)
    era = eraOf(message, call.headers)
    return { ...requestIn(server, era, message, call), rpc_id: message.id ?? null }
  } catch (thrown) {
    const refused = problemIn(thrown)
    if (!refused) throw thrown
    return { operation: endpoint, input: undefined, refused, rpc_id: idIn(body), fail: failing(server, era) }
  }
}

function requestIn(server: McpServer, era: Era, message: Message, call: Call): ParsedRequest {
  const fail = failing(server, era)
  if (isNotification(message))
    return { ...ACCEPTED, input: {}, fail, write: () => reply(202, { "Cache-Control": "no-store" }, "") }
  if (era.is_stateless) checkMirroredHeaders(message, call.headers)
  if (message.method === "tools/call") return toolCall(server, era, message, call)
  const write: Surface["write"] = (result, { rpc_id }) =>
    json({ jsonrpc: "2.0", id: rpc_id, result: stamped(result as object, server, era) })
  return { ...methodOf(server, era, message), fail, write }
}

function toolCall(server: McpServer, era: Era, { params }: Message, call: Call): ParsedRequest {
  const tool = toolNamed(server, params.name)
  const args = params.arguments ?? {}
  if (!isObject(args))
    throw problem("invalid_params", { issues: [{ path: "arguments", message: "must be an object" }] })
  const is_resumed = isObject(params.inputResponses)
  return {
    operation: tool.operation,
    ...tool.read(args, call, { is_resumed }),
    write: (result, { rpc_id = null }, inner) =>
      toolReply(server.answer(result, tool, inner), rpc_id, { server, era, is_resumed }),
    fail: failing(server, era, tool),
  }
}

function toolNamed({ tools }: McpServer, name: unknown): Tool {
  const tool = tools.find((one) => one.name === name)
  if (tool) return tool
  const known = tools.map((one) => one.name).join(", ")
  throw problem("invalid_params", {
    issues: [{ path: "name", message: `must be one of the tools ${known}` }],
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

interface Replying {
  readonly server: McpServer
  readonly era: Era
  readonly is_resumed: boolean
}

function toolReply(
  answer: ToolResult | RpcError,
  id: RpcId | null,
  { server, era, is_resumed }: Replying
): RawReply {
  if ("error" in answer) return json({ jsonrpc: "2.0", id, error: answer.error }, answer.status)
  const result = toolResult(answer, server, era, is_resumed)
  return jsonText(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`)
}

/** Writes a refusal: as its protocol says where a tool refuses, otherwise as JSON-RPC error. */
function failing(server: McpServer, era: Era, tool?: Tool): Surface["fail"] {
  return (refusal, request, call) => {
    const id = request?.rpc_id ?? null
    const resource = mcpPathOf(server.flavor)
    const headers = refusalHeaders(refusal, server.flavor, call, resource)
    const answer = tool && server.refuse(refusal, tool, call)
    const { status, body, ...rest } = toolReply(
      answer ?? withRetry(rpcErrorOf(refusal, era), headers["Retry-After"]),
      id,
      { server, era, is_resumed: true }
    )
    return reply(status, { ...rest.headers, ...headers }, body)
  }
}

/** UCP: MCP binding, errors. */
function withRetry({ status, error }: RpcError, seconds: string | undefined): RpcError {
  return {
    status,
    error: { ...error, data: { ...error.data, ...(seconds && { retry_after: Number(seconds) }) } },
  }
}
