import { deepStrictEqual } from "node:assert"
import { Ajv2020 as Ajv } from "ajv/dist/2020"
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

/** The official tools, each with the names of its required arguments. */
export const OFFICIAL_TOOLS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  openrpc.methods.map(({ name, params }) => [name, params.map((param) => param.name)])
)
