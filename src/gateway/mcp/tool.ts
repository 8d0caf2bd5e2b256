import type { Call } from "../call"
import type { AnyOperation } from "../operation"
import type { ParsedRequest } from "../surface"
import type { ToolUi } from "./mcp-app"
import type { WrittenContent } from "./written-content"

/**
 * What a tool does to the store, for hosts that ask a person before they call it (MCP: Tool annotations): reads, changes
 * something, or moves money or ends something.
 */
export type ToolEffect = "reads" | "changes" | "commits"

/** A tool as `tools/list` describes it. The texts are constants: they contain no text of the store or of its customers. */
export interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: ToolEffect
  /** JSON Schema of the arguments. */
  readonly input: JsonSchema
  /** JSON Schema of `structuredContent`. It must also accept an error, which some clients validate by it. */
  readonly output: JsonSchema
  /** Absent for a server without an app. */
  readonly ui?: ToolUi
}

/** A JSON Schema of an object. */
export interface JsonSchema {
  readonly type: "object"
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}

/** A tool: an operation of the surface that MCP calls by name. */
export interface Tool extends ToolDescription {
  readonly operation: AnyOperation
  /**
   * The request that a call of the tool with these arguments makes; with `refused` for arguments that the caller can
   * correct. `details` is what else the message says. Throws `invalid_params` for a violation of the protocol.
   */
  read(args: ToolArguments, call: Call, details: ToolCallDetails): Omit<ParsedRequest, "operation">
}

/** The arguments of a tool call, before they are validated. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** What a message says besides the arguments. */
export interface ToolCallDetails {
  /** Whether the client repeats a call after it has shown the person what the store asked for. */
  readonly is_resumed: boolean
}

/** The result of a tool call (MCP: Tools). */
export interface ToolResult {
  readonly content: object | WrittenContent
  readonly is_error: boolean
  /** Fixed sentences for the model, after the content. */
  readonly advice?: string
  /** A link that the person must open. Clients that can do so are asked to show it. */
  readonly link?: PersonsLink
}

/** A link for the person, with the sentence that the client shows beside it. */
export interface PersonsLink {
  readonly url: string
  readonly message: string
}
