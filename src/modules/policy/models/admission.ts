import type { Hours } from "../../../domain/hours"
import type { Limits, Usage } from "../../../domain/rate-limit"
import type { Switches } from "../../../domain/scopes"

/** An admission request: a call that the gates must decide on. */
export interface AdmissionRequest {
  /** The called surface. */
  readonly surface: string
  /** The bearer token, if one was sent. */
  readonly token: string | undefined
  /** The scope that the operation requires; null if any token suffices. */
  readonly scope: string | null
  /** Whether the call counts against the client's limits. */
  readonly count: boolean
}

/** What a live token grants. */
export interface Bearer {
  readonly client_id: string
  readonly client_name: string
  readonly scopes: readonly string[]
  readonly grant_id: string
  readonly actor_type: "user" | "customer"
  readonly actor_id: string
  /** Whether the client sees all payments of the store instead of only its own. */
  readonly whole_store: boolean
}

/** Everything the gates need for a decision, read at one time. */
export interface Admission extends Switches {
  /** The time of the decision, by the database's clock. */
  readonly at: Date
  /** The client of the token, whether or not it is live; null for an unknown token. */
  readonly client_id: string | null
  /** The surface of the client. */
  readonly flavor: string | null
  readonly client_status: "pending" | "approved" | "revoked" | null
  /** Set if the token is live and for the called surface. */
  readonly bearer: Bearer | null
  /** The allowed IP addresses. This and the next two rules are the client's own, or the surface's if it has none. */
  readonly ip_allow: readonly string[] | null
  readonly hours: Hours | null
  readonly limits: Limits
  /**
   * Whether the call was counted; null if it was not tried, because IP address and access schedule must be
   * checked first.
   */
  readonly counted: boolean | null
  /** The usage of the windows if the call was not counted because a limit is reached. */
  readonly usage: Usage | null
}
