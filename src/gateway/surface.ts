import type { Problem } from "../domain/errors"
import type { Flavor } from "../domain/scopes"
import type { Call } from "./call"
import type { AnyOperation, Operation } from "./operation"
import type { Reply } from "./reply"

/** The agents' surfaces by flavor, and the store's own. */
export type SurfaceName = Flavor | "oauth" | "bank" | "metrics" | "discovery"

/** A parsed request. A parse error stays in `refused` until the gates have passed. */
export interface ParsedRequest {
  readonly operation: AnyOperation
  readonly input: unknown
  readonly refused?: Problem
  /** JSON-RPC's correlation id, echoed in the response. */
  readonly rpc_id?: string | number | null
  /** The call that the HTTP request contains, for the gates and the operation. Absent: the HTTP request itself. */
  readonly call?: Call
  /** Runs instead of the operation's own `run`, with its access and input. */
  readonly run?: Operation["run"]
  /** Whether it is not counted against the client's rate limit. */
  readonly is_uncounted?: boolean
  /** How the result of this request is written, when its surface has several ways. */
  readonly write?: Surface["write"]
  /** The error format of this request, when its surface has several. */
  readonly fail?: Surface["fail"]
}

/** A check before every operation of a surface. Throws the problem when it refuses the call. */
export type Gate = (call: Call, request: ParsedRequest, surface: Surface) => Promise<void> | void

/** One wire protocol: how requests are read and gated, and how responses are written. */
export interface Surface {
  readonly name: SurfaceName
  readonly gates: readonly Gate[]
  /** The paths, by their endings, that web pages of the origins allowed by the merchant may call; or all. */
  readonly cors?: "all" | readonly string[]
  /** Parses the request for `endpoint`. Never throws: an error goes into the result. */
  read(call: Call, endpoint: AnyOperation): ParsedRequest
  /** Wraps an operation's result. */
  write(result: unknown, request: ParsedRequest, call: Call): Reply
  /** Formats a problem in the error format of this protocol. */
  fail(problem: Problem, request: ParsedRequest | undefined, call: Call): Reply
}
