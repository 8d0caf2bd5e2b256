import type { Problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { refusalHeaders } from "../../../gateway/challenge"
import { json } from "../../../gateway/reply"
import type { ParsedRequest } from "../../../gateway/surface"
import { A2A_ERRORS } from "../a2a-errors"
import { methodOf } from "../methods"
import { type Dialect, missingId } from "./dialect"

/** A JSON-RPC error response with the error codes of the own dialect. */
export function ownError(
  { code, message, data }: Problem,
  request: ParsedRequest | undefined,
  { request_id }: Pick<Call, "request_id">
) {
  return {
    jsonrpc: "2.0",
    id: request?.rpc_id ?? null,
    error: { code: A2A_ERRORS[code].rpc, message, data: { code, ...data, request_id } },
  }
}

/** This surface's own dialect: `tasks/send` and its related methods (spec: Endpoints, A2A). */
export const own: Dialect = {
  read({ id, method, params }) {
    const request = methodOf(method, params)
    if (id !== undefined) return request
    return { ...request, operation: { ...request.operation, run: () => Promise.reject(missingId()) } }
  },
  fail: (problem, request, call) =>
    json(
      ownError(problem, request, call),
      A2A_ERRORS[problem.code].http,
      refusalHeaders(problem, "a2a", call)
    ),
}
