import { z } from "@medusajs/framework/zod"
import { type Problem, problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { inputSchemaOf } from "../../../gateway/mcp/input-schema"
import { containedCall, headerFrom, metaIssue } from "../../../gateway/mcp/contained-call"
import type { JsonSchema, Tool, ToolArguments, ToolDescription } from "../../../gateway/mcp/tool"
import { issuesOf } from "../../../gateway/issues"
import type { AnyOperation, Operation } from "../../../gateway/operation"
import { VERSIONS } from "../acp-versions"
import { cancelSession } from "../checkout/cancel-checkout"
import { completeSession } from "../checkout/complete-checkout"
import { createSession } from "../checkout/create-checkout"
import { getSession } from "../checkout/get-checkout"
import { updateSession } from "../checkout/update-checkout"
import { completeOrRead, readSession } from "./complete-or-read"

/** The member `meta` of the arguments, which has the place of HTTP headers (ACP: MCP binding). */
const Meta = z
  .looseObject({
    api_version: z.string().optional(),
    idempotency_key: z.string().optional(),
    request_id: z.string().optional(),
  })
  .optional()

const META = {
  type: "object",
  properties: {
    api_version: { enum: VERSIONS },
    idempotency_key: {
      type: "string",
      minLength: 1,
      maxLength: 255,
      description: "A new UUID for each new change. Repeat it only to retry the same change.",
    },
    request_id: { type: "string", maxLength: 128, description: "Identifies the call in the store's log." },
  },
  required: ["api_version"],
}

/** A session. Errors have no result. */
const OUTPUT: JsonSchema = { type: "object", required: ["id", "status"] }

interface AcpTool extends Omit<ToolDescription, "input" | "output"> {
  readonly operation: AnyOperation
  readonly hasId: boolean
  /** Whether the tool has a payload: the body of the REST request. */
  readonly payload: "required" | "optional" | "none"
  /** Runs instead of the operation's own `run`. */
  readonly run?: Operation["run"]
  /** Runs when the client has shown the buyer the link that the last response asked for. */
  readonly resume?: Operation["run"]
}

function acpTool({ operation, hasId, payload, run, resume, ...description }: AcpTool): Tool {
  return {
    ...description,
    operation,
    output: OUTPUT,
    input: inputOf(operation, hasId, payload),
    read(args, call, { is_resumed }) {
      const { body, refused } = payloadIn(args)
      const runs = is_resumed && resume ? resume : run
      const id = typeof args.id === "string" && hasId ? args.id : undefined
      return {
        input: operation === cancelSession ? { id } : { ...body, ...(hasId && { id }) },
        call: containedCall(call, { headers: headersIn(args, call), id, payload: body }),
        ...(runs && { run: runs }),
        ...(refused && { refused }),
      }
    },
  }
}

function payloadIn({ payload = {} }: ToolArguments): { readonly body: object; readonly refused?: Problem } {
  if (typeof payload === "object" && payload !== null && !Array.isArray(payload)) return { body: payload }
  const refused = problem("invalid_params", { issues: [{ path: "payload", message: "must be an object" }] })
  return { body: {}, refused }
}

function headersIn({ meta }: ToolArguments, call: Call): Record<string, string> {
  const parsed = Meta.safeParse(meta)
  if (!parsed.success) {
    const issues = issuesOf(parsed.error).map(({ path, message }) => metaIssue(path, message))
    throw problem("invalid_params", { issues })
  }
  const { api_version, idempotency_key, request_id } = parsed.data ?? {}
  return {
    ...headerFrom(api_version, "api_version", "API-Version", call),
    ...headerFrom(idempotency_key, "idempotency_key", "Idempotency-Key", call),
    // No contradiction: a proxy can have added the header.
    ...(request_id !== undefined && { "request-id": request_id }),
  }
}

function inputOf(operation: AnyOperation, hasId: boolean, payload: AcpTool["payload"]): JsonSchema {
  const { properties, required, ...schema } = inputSchemaOf(operation)
  const { id: _, ...members } = properties
  const body = { ...schema, properties: members, required: required.filter((name) => name !== "id") }
  return {
    type: "object",
    properties: {
      meta: META,
      ...(hasId && { id: { type: "string", description: "The id of the session" } }),
      ...(payload !== "none" && { payload: operation === cancelSession ? { type: "object" } : body }),
    },
    required: ["meta", ...(hasId ? ["id"] : []), ...(payload === "required" ? ["payload"] : [])],
  }
}

/** The tools of ACP's MCP binding. */
export const ACP_TOOLS: readonly Tool[] = [
  acpTool({
    name: "create_checkout_session",
    title: "Start a checkout",
    description:
      "Starts a checkout from items. Returns its status, totals, shipping options and messages about what is missing. Nothing is paid yet.",
    effect: "changes",
    operation: createSession,
    hasId: false,
    payload: "required",
  }),
  acpTool({
    name: "get_checkout_session",
    title: "Show a checkout",
    description:
      "Returns a checkout with its current status. After customer authentication, call it every 5 seconds at first, then less often, until the status is completed.",
    effect: "reads",
    operation: getSession,
    hasId: true,
    payload: "none",
  }),
  acpTool({
    name: "update_checkout_session",
    title: "Change a checkout",
    description:
      "Changes buyer, items, delivery, shipping option or discount codes of a checkout. A member that is sent replaces the stored one; members that are left out stay.",
    effect: "changes",
    operation: updateSession,
    hasId: true,
    payload: "required",
  }),
  acpTool({
    name: "complete_checkout_session",
    title: "Place the order and start the payment",
    description:
      "Places the order and starts its payment. Call it only after the buyer has confirmed the total. If the buyer must authenticate the payment, give them continue_url, the link to the payment page, do not open it, and never ask for card data or codes. A completed checkout is returned unchanged.",
    effect: "commits",
    operation: completeSession,
    hasId: true,
    payload: "required",
    run: completeOrRead,
    resume: readSession,
  }),
  acpTool({
    name: "cancel_checkout_session",
    title: "Cancel a checkout",
    description: "Cancels a checkout for good. A payment in progress is ended first.",
    effect: "commits",
    operation: cancelSession,
    hasId: true,
    payload: "optional",
  }),
]
