import type { Hours } from "../../../domain/hours"
import type { CountedUsage, Limits } from "../../../domain/rate-limit"
import type { Switches } from "../../../domain/scopes"

/** An admission request: a call that the gates must decide on. */
export interface AdmissionRequest {
  /** The called surface. */
  readonly surface: string
  /** The access token, if one was sent. */
  readonly token: string | undefined
  /** Whether it was sent with the scheme `DPoP` instead of `Bearer`. */
  readonly is_dpop: boolean
  /** The thumbprint of the key of a valid DPoP proof (RFC 9449); null without one. */
  readonly jkt: string | null
  /** The scope that the operation requires; null if any token suffices. */
  readonly scope: string | null
  /** Whether the call counts against the client's limits. */
  readonly count: boolean
}

/**
 * Why the way in which a token was sent is wrong: `bound` to a key, but sent as bearer token; `unbound`, but sent with a
 * DPoP proof; bound to `other_key` than the proof's; `required`: the client must use DPoP, and this token is unbound.
 */
export type DpopFault = "bound" | "unbound" | "other_key" | "required"

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
  /** Whether the merchant lets callers without a token browse the called surface. */
  readonly allows_anonymous: boolean
  /** The client of the token, whether or not it is live; null for an unknown token. */
  readonly client_id: string | null
  /** The surface of the client. */
  readonly flavor: string | null
  readonly client_status: "pending" | "approved" | "revoked" | null
  /** Null if the token is unknown, or was sent in the right way. */
  readonly dpop_fault: DpopFault | null
  /** Set if the token is live, for the called surface, and sent in the right way. */
  readonly bearer: Bearer | null
  /**
   * The allowed IP addresses. This and the next two rules are the client's own, or the surface's if it has none. Without
   * a client, `limits` are those for anonymous browsing where the merchant allows it.
   */
  readonly ip_allow: readonly string[] | null
  readonly hours: Hours | null
  readonly limits: Limits
  /** The usage of the client; null if the call was not counted, because another check of it comes first. */
  readonly usage: CountedUsage | null
}
