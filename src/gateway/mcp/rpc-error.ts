import type { ErrorCode, Problem } from "../../domain/errors"
import { HTTP_STATUS } from "../http-status"
import type { Era } from "./era"

/** A JSON-RPC error and the HTTP status that it is sent with. */
export interface RpcError {
  readonly status: number
  readonly error: { readonly code: number; readonly message: string; readonly data: object }
}

const SERVER = -32000
const DISCOVERY = -32001
const INVALID_REQUEST = -32600

/**
 * The JSON-RPC codes of refusals that are protocol errors (UCP: MCP binding, errors; MCP: error codes). Codes that are
 * missing here are results of a tool.
 */
const CODES: Partial<Record<ErrorCode, number>> = {
  surface_disabled: SERVER,
  unauthorized: SERVER,
  a2a_client_revoked: SERVER,
  scope_denied: SERVER,
  ip_not_allowed: SERVER,
  outside_hours: SERVER,
  origin_not_allowed: SERVER,
  rate_limited: SERVER,
  idempotency_conflict: SERVER,
  request_in_progress: SERVER,
  signature_missing: SERVER,
  signature_invalid: SERVER,
  key_not_found: SERVER,
  digest_mismatch: INVALID_REQUEST,
  algorithm_unsupported: INVALID_REQUEST,
  invalid_profile_url: DISCOVERY,
  profile_unreachable: DISCOVERY,
  profile_malformed: DISCOVERY,
  version_unsupported: DISCOVERY,
  parse_error: -32700,
  header_mismatch: -32020,
  version_not_supported: -32022,
  method_not_found: -32601,
  internal_error: -32603,
}

/** Whether a refusal is a protocol error, whatever was called. */
export const isProtocolError = ({ code }: Problem): boolean => code in CODES

/**
 * The protocol error of a problem. Only gates and requests that are not well-formed have an HTTP status other than 200,
 * because clients report those without the error's data.
 */
export function rpcErrorOf(problem: Problem, era: Era): RpcError {
  const { code, message, data } = problem
  const error = { code: CODES[code] ?? fallback(code), message, data: { code, content: message, ...data } }
  return { status: statusOf(code, era), error }
}

const fallback = (code: ErrorCode): number => (code === "invalid_params" ? -32602 : INVALID_REQUEST)

function statusOf(code: ErrorCode, { is_stateless }: Era): number {
  if (code === "invalid_params") return 200
  return code === "method_not_found" && !is_stateless ? 200 : HTTP_STATUS[code]
}
