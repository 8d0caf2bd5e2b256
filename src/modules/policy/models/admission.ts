import type { Hours } from "../../../domain/hours"
import type { Limits, Usage } from "../../../domain/rate-limit"
import type { Switches } from "../../../domain/scopes"

/** A call at the gates. */
export interface Knock {
  /** The surface that is asked. */
  readonly surface: string
  /** The bearer token, if one was sent. */
  readonly token: string | undefined
  /** The scope the operation needs; null when any token will do. */
  readonly scope: string | null
  /** Whether the call counts against the client's limits. */
  readonly count: boolean
}

/** What a live token proves. */
export interface Bearer {
  readonly client_id: string
  readonly client_name: string
  readonly scopes: readonly string[]
  readonly grant_id: string
  readonly actor_type: "user" | "customer"
  readonly actor_id: string
  /** Whether the merchant lets it see every payment of the store, and not only those it has created. */
  readonly whole_store: boolean
}

/** Everything the gates decide on, as it was at one moment. */
export interface Admission extends Switches {
  /** The moment, by the database's clock. */
  readonly at: Date
  /** Whose token it is, live or not; null for a token nobody knows. */
  readonly client_id: string | null
  /** The surface this client is for. */
  readonly flavor: string | null
  readonly client_status: "pending" | "approved" | "revoked" | null
  /** Set for a token that is live and of the surface that is asked. */
  readonly bearer: Bearer | null
  /** The rules for this client: its own where it has any, otherwise the surface's. */
  readonly ip_allow: readonly string[] | null
  readonly hours: Hours | null
  readonly limits: Limits
  /** Whether the call was counted; null when it was not tried, because address and hours must be judged first. */
  readonly counted: boolean | null
  /** The full windows, when the call was not counted because of them. */
  readonly usage: Usage | null
}
