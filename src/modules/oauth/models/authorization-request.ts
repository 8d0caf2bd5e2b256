/** Whoever may consent: the store's staff (`user`) or a shopper (`customer`). */
export interface Actor {
  readonly type: "user" | "customer"
  readonly id: string
}

/** `gw_oauth_request`: an authorization that waits for a person. Kept under the SHA-256 of the uid in its URL. */
export interface AuthorizationRequest {
  readonly id: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly state: string | null
  readonly scopes: readonly string[]
  readonly resource: string
  /** The PKCE challenge; its method is always S256. */
  readonly challenge: string
  /** SHA-256 of the cookie of the browser that began it. */
  readonly browser_hash: string
  readonly expires_at: Date
  readonly decided_at: Date | null
  readonly decision: "approved" | "denied" | null
  /** Who decided; null as well for a denial by somebody who was not logged in. */
  readonly actor_type: Actor["type"] | null
  readonly actor_id: string | null
}
