import { deepStrictEqual } from "node:assert"
import { Ajv2020 as Ajv, type ValidateFunction } from "ajv/dist/2020"
import schema from "./agentic-checkout.json"
import feed from "./feed.json"
import earlier from "./agentic-checkout-2026-01-30.json"
import openrpc from "./openrpc.json"

const FORMATS = {
  uri: (text: string) => URL.canParse(text),
  email: (text: string) => /^[^@\s]+@[^@\s]+$/.test(text),
  "date-time": (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
}

const ajvOf = (bundle: object) =>
  new Ajv({ strict: false, allErrors: true, formats: FORMATS }).addSchema(bundle, "acp")

const BUNDLES = { "2026-04-17": ajvOf(schema), "2026-01-30": ajvOf(earlier) }

/** The versions of the protocol. */
export type AcpVersion = keyof typeof BUNDLES

/** The names of the protocol's schemas; of 2026-01-30, only those of sessions and errors. */
export type Definition = keyof (typeof schema)["$defs"]

const known = new Map<string, ValidateFunction>()

function validatorOf(name: Definition, version: AcpVersion): ValidateFunction {
  const key = `${version} ${name}`
  const validate = known.get(key) ?? BUNDLES[version].compile({ $ref: `acp#/$defs/${name}` })
  known.set(key, validate)
  return validate
}

/** Expects a body to match a schema of the protocol. The schemas are closed: unknown members fail. */
export function expectIs(name: Definition, body: unknown, version: AcpVersion = "2026-04-17"): void {
  const validate = validatorOf(name, version)
  deepStrictEqual([validate(body), validate.errors ?? null, body], [true, null, body])
}

/** The addresses of the protocol whose answers have a schema, and the schema of success. */
const ANSWERS: readonly [RegExp, Definition][] = [
  [/^\/gw-acp\/v1\/checkout_sessions(\/[^/]+(\/(cancel|complete))?)?$/, "CheckoutSession"],
  [/^\/gw-acp\/v1\/carts(\/[^/]+(\/cancel)?)?$/, "Cart"],
  [/^\/\.well-known\/acp\.json$/, "DiscoveryResponse"],
]

/**
 * What of an answer contradicts the schema of the version that the request names. Answers of addresses without a
 * schema, and carts in 2026-01-30, which has none, contradict nothing.
 */
export function deviationsOfAnswer(
  path: string,
  status: number,
  named: string | null,
  body: object
): string[] {
  const schemaOf = ANSWERS.find(([address]) => address.test(path))?.[1]
  return schemaOf ? deviationsFrom(schemaOf, status >= 400, named, body) : []
}

/**
 * What of a response to a tool call of the MCP binding contradicts the schema of the version that the call names: the
 * session in it, or the error. A client that is asked to open a link gets no session yet, and errors of MCP itself have no
 * schema.
 */
export function deviationsOfTool(named: string | null, { error, result }: ToolResponse): string[] {
  if (result?.structuredContent)
    return deviationsFrom("CheckoutSession", false, named, result.structuredContent)
  return error?.code === -32000 ? deviationsFrom("CheckoutSession", true, named, error.data ?? {}) : []
}

interface ToolResponse {
  readonly error?: { readonly code?: number; readonly data?: object }
  readonly result?: { readonly structuredContent?: object }
}

function deviationsFrom(
  schemaOf: Definition,
  isError: boolean,
  named: string | null,
  body: object
): string[] {
  const version = named === "2026-01-30" && !isOfOtherVersion(body) ? named : "2026-04-17"
  const isOrdered = schemaOf === "CheckoutSession" && "status" in body && body.status === "completed"
  const name = isError ? "Error" : isOrdered ? "CheckoutSessionWithOrder" : schemaOf
  if (name === "Cart" && version === "2026-01-30") return []
  const validate = validatorOf(name, version)
  return validate(body) ? [] : [BUNDLES[version].errorsText(validate.errors, { dataVar: name })]
}

/** The error of a version that is not supported has the format of the newest one. */
const isOfOtherVersion = (body: object): boolean => "code" in body && body.code === "unsupported_api_version"

const feedSchemas = ajvOf(feed)

/** Expects a body to match a schema of the protocol's product feed, in 2026-04-17. */
export function expectIsOfFeed(name: "Product" | "FeedMetadata", body: unknown): void {
  const validate = feedSchemas.getSchema(`acp#/$defs/${name}`)
  deepStrictEqual([validate?.(body), validate?.errors ?? null, body], [true, null, body])
}

/** The tools of the MCP binding in their order, each with its arguments in theirs. */
export const ACP_TOOLS = openrpc.methods.map(({ name, params }) => ({
  name,
  arguments: params.map((param) => param.name),
  required: params.flatMap((param) => (param.required ? [param.name] : [])),
}))

/** The members of `meta`, the argument that has the place of HTTP headers. */
export const ACP_META = Object.keys(openrpc.components.schemas.meta.properties)
