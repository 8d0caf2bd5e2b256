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
  /** SHA-256 of the cookie of the browser that started the request. */
  readonly browser_hash: string
  readonly expires_at: Date
  readonly decided_at: Date | null
  readonly decision: "approved" | "denied" | null
  /** Who decided; null before the decision, and for a denial without a login. */
  readonly actor_type: Actor["type"] | null
  readonly actor_id: string | null
}
