import { deepStrictEqual } from "node:assert"
import * as mcp from "@modelcontextprotocol/core"
import { Ajv2020 as Ajv } from "ajv/dist/2020"
import type { z } from "zod"
import jsonrpc from "./jsonrpc.json"
import toolCall from "./mcp-tool-call.json"
import openrpc from "./openrpc.json"

const FORMATS = { uri: URL.canParse, "uri-reference": () => true }

const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS })
ajv.addSchema(jsonrpc)
ajv.addSchema(toolCall)

const partOf = (name: "request" | "response") => ajv.compile({ $ref: `${toolCall.$id}#/$defs/${name}` })

const isRequest = partOf("request")
const isResponse = partOf("response")
const isEnvelope = ajv.compile({
  oneOf: [{ $ref: `${toolCall.$id}#/$defs/response` }, { $ref: `${jsonrpc.$id}#/$defs/error_response` }],
})

/** Expects a message to be a tool call of UCP's MCP binding. */
export function expectToolCall(message: unknown): void {
  deepStrictEqual([isRequest(message), isRequest.errors ?? null], [true, null])
}

/** Expects a message to be the response to such a call. */
export function expectToolResponse(message: unknown): void {
  deepStrictEqual([isResponse(message), isResponse.errors ?? null, message], [true, null, message])
}

/** What of a message contradicts the envelope of UCP's MCP binding, as response to a tool call. */
export const deviationsOfEnvelope = (message: object): string[] =>
  isEnvelope(message) ? [] : [ajv.errorsText(isEnvelope.errors, { dataVar: "message" })]

/** What each method of MCP returns, by the schemas of the official packages. */
const RESULTS = {
  initialize: mcp.InitializeResultSchema,
  ping: mcp.EmptyResultSchema,
  "server/discover": mcp.DiscoverResultSchema,
  "tools/list": mcp.ListToolsResultSchema,
  "tools/call": mcp.CallToolResultSchema,
  "resources/list": mcp.ListResourcesResultSchema,
  "resources/templates/list": mcp.ListResourceTemplatesResultSchema,
  "resources/read": mcp.ReadResourceResultSchema,
}

const isMethod = (method: unknown): method is keyof typeof RESULTS =>
  typeof method === "string" && Object.hasOwn(RESULTS, method)

/** What of an answer to an MCP request contradicts the schemas of the official packages. */
export function deviationsOfMcp({ method }: { readonly method?: unknown }, answer: object): string[] {
  // JSON-RPC 2.0, section 5: the id is null if it could not be read. The official schema has no id then.
  if ("error" in answer)
    return faultsOf(mcp.JSONRPCErrorResponseSchema, { ...answer, ...withoutNull(answer) })
  if (!("result" in answer)) return ["the answer has neither a result nor an error"]
  const { resultType } = Object(answer.result) as { resultType?: unknown }
  // The official packages have no schema of a request for input.
  const schema = isMethod(method) && resultType !== "input_required" ? RESULTS[method] : mcp.ResultSchema
  return [...faultsOf(mcp.JSONRPCResultResponseSchema, answer), ...faultsOf(schema, answer.result)]
}

const withoutNull = (answer: object) => ("id" in answer && answer.id === null ? { id: undefined } : {})

const faultsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? []

/** The official tools, each with the names of its required arguments. */
export const OFFICIAL_TOOLS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  openrpc.methods.map(({ name, params }) => [name, params.map((param) => param.name)])
)
