import { containedCall } from "../../../gateway/mcp/contained-call"
import { inputSchemaOf } from "../../../gateway/mcp/input-schema"
import { boundedPageSize, pageSizeSchema } from "../../../gateway/mcp/page-size"
import type { JsonSchema, Tool, ToolDescription } from "../../../gateway/mcp/tool"
import type { AnyOperation } from "../../../gateway/operation"
import { headersIn } from "./call-headers"

const META = {
  type: "object",
  description: "Optional metadata of the call.",
  properties: {
    "idempotency-key": {
      type: "string",
      minLength: 1,
      maxLength: 255,
      description: "A new UUID for each new payment or change. Repeat it only to retry the same one.",
    },
  },
}

/** A task, or an error. */
const OUTPUT: JsonSchema = {
  type: "object",
  properties: {
    task_id: { type: "string" },
    state: { type: "string" },
    artifacts: { type: "object" },
    error: { type: "object", properties: { code: { type: "string" }, message: { type: "string" } } },
  },
}

interface A2aTool extends Omit<ToolDescription, "input" | "output"> {
  readonly operation: AnyOperation
  /** What the pages of its result contain; absent if it has none. They are smaller than over A2A. */
  readonly pages?: string
}

/** The tool of an operation: its arguments are the operation's input, and `meta`. */
export function a2aTool({ operation, pages, ...description }: A2aTool): Tool {
  return {
    ...description,
    operation,
    input: inputOf(operation, pages),
    output: OUTPUT,
    read(args, call) {
      const { meta: _, ...own } = args
      const input = pages === undefined ? own : { ...own, limit: boundedPageSize(own.limit) }
      return { input, call: containedCall(call, { headers: headersIn(args, call), payload: input }) }
    },
  }
}

function inputOf(operation: AnyOperation, pages?: string): JsonSchema {
  const { properties, required } = inputSchemaOf(operation)
  const members = { ...properties, ...(pages && { limit: pageSizeSchema(pages) }), meta: META }
  return { type: "object", properties: members, required, additionalProperties: false }
}
