import { z } from "@medusajs/framework/zod"
import { type Problem, problem, problemIn } from "../../domain/errors"
import type { Call } from "../../gateway/call"
import { issuesOf } from "../../gateway/issues"
import { checkJsonBody, jsonIn } from "../../gateway/json-body"
import type { AnyOperation } from "../../gateway/operation"
import type { ParsedRequest } from "../../gateway/surface"
import { dialectOf, dialectToRefuse } from "./dialects"

/**
 * A JSON-RPC 2.0 request (spec: JSON-RPC request and response envelope). Batches are not supported, nor is a
 * notification (a request without an id): its dialect refuses it, after it has checked the method and the parameters.
 */
const Envelope = z.object({
  jsonrpc: z.literal("2.0"),
  id: z
    .union([z.string().max(255), z.int()], "must be a string of at most 255 characters or an integer")
    .optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
})

/**
 * Parses a call. A call that cannot be parsed still passes the gates and counts toward the rate limit before its
 * error is returned.
 */
export function readEnvelope(call: Call, endpoint: AnyOperation): ParsedRequest {
  let rpc_id: string | number | null = null
  let { fail } = dialectToRefuse(undefined, call)
  try {
    checkJsonBody(call)
    const body = jsonIn(call.body)
    fail = dialectToRefuse(body, call).fail
    const envelope = Envelope.safeParse(body)
    rpc_id = idIn(body)
    if (!envelope.success) throw envelopeProblem(envelope.error)
    const dialect = dialectOf(envelope.data, call)
    fail = dialect.fail
    return { ...dialect.read(envelope.data), rpc_id, fail }
  } catch (thrown) {
    const refused = problemIn(thrown)
    if (!refused) throw thrown
    return { operation: endpoint, input: undefined, refused, rpc_id, fail }
  }
}

/**
 * The error of an invalid envelope. Parameters that are no object are not valid parameters of any method: A2A counts the
 * wrong type among the invalid parameters (0.3, section 8.1), and the official SDK answers the same.
 */
function envelopeProblem(error: z.ZodError): Problem {
  const issues = issuesOf(error)
  const code = issues.every(({ path }) => path === "params") ? "invalid_params" : "invalid_request"
  return problem(code, { issues })
}

/** The id of an otherwise invalid request, so that the client can match the error to it. */
function idIn(body: unknown): string | number | null {
  return Envelope.shape.id.safeParse((body as { id?: unknown } | null)?.id).data ?? null
}
