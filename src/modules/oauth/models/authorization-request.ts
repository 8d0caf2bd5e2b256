import type { CardCharges } from "../../../domain/card-mandate"

/** The person who consents: a staff member (`user`) or a customer. */
export interface Actor {
  readonly type: "user" | "customer"
  readonly id: string
}

/**
 * `gw_oauth_request`: an authorization request that waits for a decision. Its id is the SHA-256 of the uid in
 * its URL.
 */
export interface AuthorizationRequest {
  readonly id: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly state: string | null
  readonly scopes: readonly string[]
  readonly resource: string
  /** The PKCE challenge; its method is always S256. */
  readonly challenge: string
  /** The thumbprint of the key to which the code is bound (RFC 9449 §10); null if the request names none. */
  readonly dpop_jkt: string | null
  /** SHA-256 of the cookie of the browser that started the request. */
  readonly browser_hash: string
  /** The earliest login that suffices: `prompt` or `max_age` requires it. Null if the request requires none. */
  readonly login_after: Date | null
  /** When the actor logged in on the pages of this request; null for a person whom the store knew before. */
  readonly logged_in_at: Date | null
  readonly expires_at: Date
  readonly decided_at: Date | null
  readonly decision: "approved" | "denied" | null
  /** Who logged in on its pages, or decided; null before, and for a denial without a login. */
  readonly actor_type: Actor["type"] | null
  readonly actor_id: string | null
  /** The requested authorization details (RFC 9396); null if the request has none. */
  readonly authorization_details: readonly CardCharges[] | null
}
