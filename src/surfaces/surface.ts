import type { Problem } from "../domain/errors"
import type { Flavor } from "../domain/scopes"
import type { Call } from "./call"
import type { AnyOperation } from "./operation"
import type { Reply } from "./reply"

export type SurfaceName = Flavor | "oauth" | "bank" | "metrics"

/** A request as its surface understood it. What was wrong with it waits in `refused` until the gates have passed. */
export interface Asked {
  readonly operation: AnyOperation
  readonly input: unknown
  readonly refused?: Problem
  /** JSON-RPC's correlation id, echoed in the answer. */
  readonly rpc_id?: string | number | null
  /** How this very call is told a problem, where its surface has several ways. */
  readonly fail?: Surface["fail"]
}

/** A check before every operation of a surface: returns, or throws the problem. */
export type Gate = (call: Call, asked: Asked, surface: Surface) => Promise<void> | void

/** One wire protocol: how its requests are read, gated, and answered. */
export interface Surface {
  readonly name: SurfaceName
  readonly gates: readonly Gate[]
  /** The addresses that pages of the origins the merchant names may call from a browser: how they end, or all. */
  readonly cors?: "all" | readonly string[]
  /** Understands the request for `endpoint`. Never throws: a refusal goes into the answer. */
  read(call: Call, endpoint: AnyOperation): Asked
  /** Wraps an operation's result. */
  write(result: unknown, asked: Asked, call: Call): Reply
  /** Tells a problem in this wire's own error envelope. */
  fail(problem: Problem, asked: Asked | undefined, call: Call): Reply
}
