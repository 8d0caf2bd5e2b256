import type { CardCharges } from "../../../domain/card-mandate"
import type { Actor } from "./authorization-request"

/** `gw_oauth_grant`: a consent. Revoking it invalidates everything issued under it. */
export interface Grant {
  readonly id: string
  readonly client_id: string
  readonly actor_type: Actor["type"]
  readonly actor_id: string
  readonly scopes: readonly string[]
  /** The audience of its tokens (RFC 8707). */
  readonly resource: string
  /** What saved cards may be charged without the customer; null if the consent is not about that. */
  readonly authorization_details: readonly CardCharges[] | null
  readonly created_at: Date
  readonly revoked_at: Date | null
  readonly revoked_reason: string | null
}
