import { type Problem, problem } from "../../../domain/errors"
import type { ParsedRequest, Surface } from "../../../gateway/surface"

/** A JSON-RPC request with a valid envelope. */
export interface RpcRequest {
  /** Absent in a notification (JSON-RPC 2.0 section 4.1). */
  readonly id?: string | number
  readonly method: string
  readonly params: Record<string, unknown>
}

/** One of the JSON-RPC dialects served at the same URL. */
export interface Dialect {
  /**
   * The operation and input of a method call. Throws `method_not_found`, or `invalid_params` for a skill that does
   * not exist. The operation of a request without an id checks the parameters, and then throws `invalid_request`.
   */
  read(request: RpcRequest): Pick<ParsedRequest, "operation" | "input">
  /** The error response in this dialect. */
  readonly fail: Surface["fail"]
}

/** The error of a request without an id. The agent answers every request, so that the client learns its outcome. */
export function missingId(): Problem {
  const issues = [{ path: "id", message: "is required: notifications are not supported" }]
  return problem("invalid_request", { issues })
}
