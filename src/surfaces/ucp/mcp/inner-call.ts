import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { canonicalText } from "../../../gateway/idempotency/idempotency-key"
import { issuesOf } from "../../../gateway/issues"
import type { ToolArguments } from "../../../gateway/mcp/tool"
import { agentIn } from "../platform/agent-header"

/** The member `meta` of a tool's arguments, which has the place of HTTP headers (UCP: MCP binding, request metadata). */
const Meta = z
  .looseObject({
    "ucp-agent": z
      .looseObject({ profile: z.string().max(2000), version: z.string().max(50).optional() })
      .optional(),
    "idempotency-key": z.string().optional(),
  })
  .optional()
type Meta = NonNullable<z.infer<typeof Meta>>

/** The request of a tool call, in the parts that the same request has over REST. */
interface InnerRequest {
  readonly id: string | undefined
  readonly payload: object
}

/**
 * The call of a tool as REST would have it: `meta` as headers, `id` as path parameter and the payload as body, so that
 * gates and operations treat both alike. The HTTP request stays its carrier. Throws `invalid_params` for a `meta` that
 * is malformed, or that a header of the HTTP request contradicts.
 */
export function innerCall(call: Call, args: ToolArguments, { id, payload }: InnerRequest): Call {
  const headers = { ...call.headers, ...headersIn(metaIn(args), call) }
  return Object.create(call, {
    carrier: { value: call },
    headers: { value: headers },
    params: { value: id === undefined ? {} : { id } },
    body: { value: Buffer.from(canonicalText(payload)) },
  }) as Call
}

function metaIn({ meta }: ToolArguments): Meta {
  const parsed = Meta.safeParse(meta)
  if (parsed.success) return parsed.data ?? {}
  const issues = issuesOf(parsed.error).map(({ path, message }) => issueAt(path, message))
  throw problem("invalid_params", { issues })
}

function headersIn(meta: Meta, { headers }: Call): Record<string, string> {
  const key = meta["idempotency-key"]
  const agent = meta["ucp-agent"]
  const sent = headers["idempotency-key"]?.toString()
  if (key !== undefined && sent !== undefined && key !== sent)
    throw problem("invalid_params", { issues: [issueAt("idempotency-key", contradicts("Idempotency-Key"))] })
  if (agent && "ucp-agent" in headers && agentIn(String(headers["ucp-agent"])).profile !== agent.profile)
    throw problem("invalid_params", { issues: [issueAt("ucp-agent.profile", contradicts("UCP-Agent"))] })
  return {
    ...(key !== undefined && { "idempotency-key": key }),
    // The header can say more than the member, such as a version.
    ...(agent && !("ucp-agent" in headers) && { "ucp-agent": agentHeader(agent) }),
  }
}

const contradicts = (header: string) => `must be equal to the header ${header} of the request`

const issueAt = (path: string, message: string) => ({ path: `arguments.meta.${path}`, message })

/** `UCP-Agent` as dictionary (RFC 8941 §3.2). */
function agentHeader({ profile, version }: NonNullable<Meta["ucp-agent"]>): string {
  const members = { profile, ...(version !== undefined && { version }) }
  return Object.entries(members)
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, "\\$&")}"`)
    .join(", ")
}
