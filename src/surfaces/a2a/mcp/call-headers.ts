import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { issuesOf } from "../../../gateway/issues"
import { headerFrom, metaIssue } from "../../../gateway/mcp/contained-call"
import type { ToolArguments } from "../../../gateway/mcp/tool"

const Meta = z.looseObject({ "idempotency-key": z.string().optional() }).optional()

/** The headers that the `meta` of a tool's arguments stands for. Throws `invalid_params`. */
export function headersIn({ meta }: ToolArguments, call: Call): Record<string, string> {
  const parsed = Meta.safeParse(meta)
  if (parsed.success)
    return headerFrom(parsed.data?.["idempotency-key"], "idempotency-key", "Idempotency-Key", call)
  const issues = issuesOf(parsed.error).map(({ path, message }) => metaIssue(path, message))
  throw problem("invalid_params", { issues })
}
