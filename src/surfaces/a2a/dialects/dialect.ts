import type { Asked, Surface } from "../../surface"

/** A JSON-RPC request whose envelope is right. */
export interface RpcRequest {
  readonly id: string | number
  readonly method: string
  readonly params: Record<string, unknown>
}

/** One of the languages that are spoken at the same address. */
export interface Dialect {
  /** What a method call asks for. Throws `method_not_found`, or `invalid_params` for a skill that does not exist. */
  read(request: RpcRequest): Pick<Asked, "operation" | "input">
  /** Tells a problem as this dialect's clients understand it. */
  readonly fail: Surface["fail"]
}
