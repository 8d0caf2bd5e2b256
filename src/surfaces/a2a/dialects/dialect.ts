import type { ParsedRequest, Surface } from "../../../gateway/surface"

/** A JSON-RPC request with a valid envelope. */
export interface RpcRequest {
  readonly id: string | number
  readonly method: string
  readonly params: Record<string, unknown>
}

/** One of the JSON-RPC dialects served at the same URL. */
export interface Dialect {
  /**
   * The operation and input of a method call. Throws `method_not_found`, or `invalid_params` for a skill that does
   * not exist.
   */
  read(request: RpcRequest): Pick<ParsedRequest, "operation" | "input">
  /** The error response in this dialect. */
  readonly fail: Surface["fail"]
}
