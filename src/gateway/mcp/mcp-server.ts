import type { Problem } from "../../domain/errors"
import type { Flavor } from "../../domain/scopes"
import type { Call } from "../call"
import type { Gate } from "../surface"
import type { McpApp } from "./mcp-app"
import type { RpcError } from "./rpc-error"
import type { Tool, ToolResult } from "./tool"

/** The operations of a surface as an MCP server. */
export interface McpServer {
  readonly flavor: Flavor
  /** The server's name for programs, and for people. */
  readonly info: { readonly name: string; readonly title: string; readonly version: string }
  /** What a model must know before it calls a tool. A constant, as the descriptions of tools. */
  readonly instructions: string
  readonly tools: readonly Tool[]
  /** Whether the store offers a tool; without this, it offers all. Calls of the others are refused by their operations. */
  offers?(tool: Tool, call: Call): boolean
  /** The document in which hosts show results to people. */
  readonly app?: McpApp
  /** The surface's own gates, after those of all surfaces. */
  readonly gates: readonly Gate[]
  /** The tool's result for what its operation has returned, or the JSON-RPC error with which the protocol reports it. */
  answer(result: unknown, tool: Tool, call: Call): ToolResult | RpcError
  /** The same for a refusal; undefined for an error that is the same in every protocol. */
  refuse(refusal: Problem, tool: Tool, call: Call): ToolResult | RpcError | undefined
}
