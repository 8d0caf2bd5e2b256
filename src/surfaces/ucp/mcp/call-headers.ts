import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { issuesOf } from "../../../gateway/issues"
import { contradiction, headerFrom, metaIssue } from "../../../gateway/mcp/contained-call"
import type { ToolArguments } from "../../../gateway/mcp/tool"
import { agentIn as readAgent } from "../platform/agent-header"

/** The member `meta` of a tool's arguments, which has the place of HTTP headers (UCP: MCP binding, request metadata). */
const Meta = z
  .looseObject({
    "ucp-agent": z
      .looseObject({ profile: z.string().max(2000), version: z.string().max(50).optional() })
      .optional(),
    "idempotency-key": z.string().optional(),
  })
  .optional()

/**
 * The headers that the `meta` of a tool's arguments stands for. Throws `invalid_params` for a `meta` that is malformed, or
 * that a header of the HTTP request contradicts.
 */
export function headersIn({ meta }: ToolArguments, call: Call): Record<string, string> {
  const parsed = Meta.safeParse(meta)
  if (!parsed.success)
    throw problem("invalid_params", {
      issues: issuesOf(parsed.error).map(({ path, message }) => metaIssue(path, message)),
    })
  const { "idempotency-key": key, "ucp-agent": agent } = parsed.data ?? {}
  return {
    ...headerFrom(key, "idempotency-key", "Idempotency-Key", call),
    ...(agent && agentIn(agent, call)),
  }
}

type Agent = NonNullable<NonNullable<z.infer<typeof Meta>>["ucp-agent"]>

/** The header can say more than the member, such as a version, so it stays if it names the same profile. */
function agentIn({ profile, version }: Agent, { headers }: Call): Record<string, string> {
  const sent = headers["ucp-agent"]
  if (sent === undefined)
    return { "ucp-agent": dictionaryOf({ profile, ...(version !== undefined && { version }) }) }
  if (readAgent(String(sent)).profile === profile) return {}
  throw contradiction("ucp-agent.profile", "UCP-Agent")
}

/** A dictionary of strings (RFC 8941 §3.2). */
const dictionaryOf = (members: Readonly<Record<string, string>>): string =>
  Object.entries(members)
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, "\\$&")}"`)
    .join(", ")
