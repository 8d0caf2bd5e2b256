import { type Problem, problem, problemIn } from "../../../domain/errors"
import type { AnyOperation, Operation } from "../../../gateway/operation"
import { containedCall } from "../../../gateway/mcp/contained-call"
import { inputSchemaOf } from "../../../gateway/mcp/input-schema"
import type { JsonSchema, Tool, ToolArguments, ToolDescription } from "../../../gateway/mcp/tool"
import { FOR_THE_MODEL } from "./app/shop-app"
import { headersIn } from "./call-headers"

/** A tool of UCP: one line of the registry. */
interface UcpTool extends Omit<ToolDescription, "input" | "output"> {
  /** The operation that REST mounts, the same object: negotiation finds the needed capability by it. */
  readonly operation: AnyOperation
  /** The argument that has the body of the REST request. Absent: its members are arguments themselves. */
  readonly body?: "catalog" | "cart" | "checkout"
  /** Whether the body may be left out. */
  readonly isBodyOptional?: boolean
  /** Whether the argument `id` names a resource. */
  readonly id?: "cart" | "checkout" | "order"
  /** Limits what the call can return, because a model reads all of it. */
  readonly bounded?: (payload: Payload) => Payload
  /** Further JSON Schemas of members of the payload, in place of the operation's. */
  readonly schemas?: Readonly<Record<string, object>>
  /** Runs instead of the operation's own `run`. */
  readonly run?: Operation["run"]
  /** Runs when the client has shown the person the link that the last response asked for. */
  readonly resume?: Operation["run"]
}

/** The body of the operation that a tool calls. */
export type Payload = Readonly<Record<string, unknown>>

const META = {
  type: "object",
  description: "Optional metadata of the call.",
  properties: {
    "ucp-agent": {
      type: "object",
      properties: {
        profile: { type: "string", format: "uri", description: "URL of the platform's UCP profile" },
      },
      required: ["profile"],
    },
    "idempotency-key": {
      type: "string",
      minLength: 1,
      maxLength: 255,
      description: "A new UUID for each new change. Repeat it only to retry the same change.",
    },
  },
}

/** Every result, also an error, has the member `ucp`. */
const OUTPUT: JsonSchema = {
  type: "object",
  properties: {
    ucp: {
      type: "object",
      properties: { version: { type: "string" }, status: { enum: ["success", "error"] } },
      required: ["version"],
    },
    messages: { type: "array", items: { type: "object" } },
  },
  required: ["ucp"],
}

/** The tool of an operation. */
export function ucpTool(definition: UcpTool): Tool {
  const { name, title, description, effect, operation, ui = FOR_THE_MODEL, run, resume } = definition
  return {
    name,
    title,
    description,
    effect,
    operation,
    ui,
    output: OUTPUT,
    input: inputOf(definition),
    read(args, call, { is_resumed }) {
      const { id, payload, refused } = requestIn(definition, args)
      const runs = is_resumed && resume ? resume : run
      return {
        input: { ...payload, ...(id !== undefined && { id }) },
        call: containedCall(call, { headers: headersIn(args, call), id, payload }),
        ...(runs && { run: runs }),
        ...(refused && { refused }),
      }
    },
  }
}

interface InnerRequest {
  readonly id?: string | undefined
  readonly payload: Payload
  readonly refused?: Problem
}

function requestIn(definition: UcpTool, args: ToolArguments): InnerRequest {
  try {
    return { payload: payloadIn(definition, args), id: idIn(definition, args) }
  } catch (thrown) {
    const refused = problemIn(thrown)
    if (!refused) throw thrown
    return { payload: {}, refused }
  }
}

function payloadIn({ body, bounded = (payload) => payload }: UcpTool, args: ToolArguments): Payload {
  const { meta: _, id: __, ...own } = args
  const payload = body ? (args[body] ?? {}) : own
  if (typeof payload !== "object" || payload === null || Array.isArray(payload))
    throw problem("invalid_params", { issues: [{ path: String(body), message: "must be an object" }] })
  return bounded(payload as Payload)
}

/** Models send the number of an order as a number. */
function idIn({ id }: UcpTool, args: ToolArguments): string | undefined {
  if (!id) return undefined
  const sent = typeof args.id === "number" ? String(args.id) : args.id
  if (typeof sent === "string") return sent
  throw problem("invalid_params", {
    issues: [{ path: "id", message: `must be the id of the ${id}` }],
  })
}

function inputOf({ operation, body, isBodyOptional, id, schemas }: UcpTool): JsonSchema {
  const schema = inputSchemaOf(operation)
  const { id: own, ...others } = schema.properties
  const members = { ...(own && !id && { id: own }), ...others, ...schemas }
  const isNeeded = (name: string) => name in members
  const payload = { ...schema, properties: members, required: schema.required.filter(isNeeded) }
  return {
    type: "object",
    properties: {
      meta: META,
      ...(id && { id: { type: "string", description: `The id of the ${id}` } }),
      ...(body ? { [body]: payload } : members),
    },
    required: [...(id ? ["id"] : []), ...(body ? (isBodyOptional ? [] : [body]) : payload.required)],
  }
}
